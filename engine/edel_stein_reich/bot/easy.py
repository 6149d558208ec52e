"""Easy opponent for children and newcomers.

Mostly it takes a random choice, else one that gains it something. It ignores the other seats' interests, and offers
two gems at most. `WANDERING` is set so that a player with a fixed habit wins about a fifth of the games against three
of it."""

import random

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.prospects import draw, prospects
from engine.edel_stein_reich.choices import Action, Bid, Choice, Guess, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.view_types import TableView

COOLNESS = 0.1
"""Preference for the better choice.

A choice is made e to this power times as often for each million it is better."""

FOOLISH = 8.0
"""Choices worse than the best by this many millions are excluded."""

WANDERING = 0.82
"""Share of its choices that are random, apart from the excluded ones."""

MOST_OFFERED = 2
"""Gems of its largest bid."""


class EasyBot:
    """The bot of the level ``easy``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice for the ask.

        Raises ValueError for the public's view, which has no hand."""
        if view.mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        seat, turn = view.mine.seat, Turn(view)
        choices = tuple(choice for choice in ask.choices if not is_high(choice)) or ask.choices
        if rng.random() < WANDERING:
            # a newcomer, too, accepts gems that are offered
            return rng.choice([choice for choice in choices if choice is not Word.DECLINE] or choices)
        if ask.kind not in ("action", "guess"):
            return draw(choices, prospects(turn, seat, ask, choices), COOLNESS, rng, FOOLISH)
        active = view.guessing.active if view.guessing else seat
        wanted = [choice.action if isinstance(choice, Guess) else Action(str(choice)) for choice in choices]
        return draw(
            choices, [turn.gain(active, turn.act_alone(active, action)) for action in wanted], COOLNESS, rng, FOOLISH
        )


def is_high(choice: Choice) -> bool:
    """Return whether the choice is a bid of more gems than a newcomer would offer."""
    return isinstance(choice, Bid) and size(choice.gems) > MOST_OFFERED
