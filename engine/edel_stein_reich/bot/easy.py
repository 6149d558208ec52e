"""An opponent for children and first evenings: mostly it does what comes to its mind first, else it goes for what
brings it something. It never asks what the others want, and offers two gems at most.

How often its mind wanders was chosen so that who plays by a fixed habit wins about a fifth of the tables against three
of it."""

import random

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.prospects import drawn, prospects
from engine.edel_stein_reich.choices import Action, Bid, Choice, Guess, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.view_types import TableView

COOLNESS = 0.1
"""How firmly it prefers what brings more: e to this power times as often for each million."""

FOOLISH = 8.0
"""What is worse than the best by so many millions it sees to be foolish."""

WANDERING = 0.82
"""How often it chooses anything that is to be expected of a beginner."""

MOST_OFFERED = 2
"""Gems of its largest bid."""


class EasyBot:
    """The bot of the level ``easy``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask. Raises ValueError for the public's view: it has no hand."""
        if view.mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        seat, turn = view.mine.seat, Turn(view)
        choices = tuple(choice for choice in ask.choices if not is_high(choice)) or ask.choices
        if rng.random() < WANDERING:
            # even who is not attending takes what they have got
            return rng.choice([choice for choice in choices if choice is not Word.DECLINE] or choices)
        if ask.kind not in ("action", "guess"):
            return drawn(choices, prospects(turn, seat, ask, choices), COOLNESS, rng, FOOLISH)
        active = view.guessing.active if view.guessing else seat
        wanted = [choice.action if isinstance(choice, Guess) else Action(str(choice)) for choice in choices]
        return drawn(
            choices, [turn.gain(active, turn.alone(active, action)) for action in wanted], COOLNESS, rng, FOOLISH
        )


def is_high(choice: Choice) -> bool:
    """Whether it is a bid that a newcomer would find too much."""
    return isinstance(choice, Bid) and size(choice.gems) > MOST_OFFERED
