"""Normal opponent: it draws among the choices of good expected gain.

The gain is in millions. The bot reads its seat's view and its ask, nothing else. Gems count with their likely pay at
the coming scoring, plus a little for later rounds. The others' gains count against a choice. It expects the others to
value the actions as it does. Its choices can be explained from the open table, but not predicted with certainty."""

import random

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.opponents import Expectations
from engine.edel_stein_reich.bot.prospects import draw, prospects
from engine.edel_stein_reich.choices import Action, Choice, Guess
from engine.edel_stein_reich.view_types import TableView

COOLNESS = 1.1
"""Preference for the better choice.

A choice is made e to this power times as often for each million it is better."""

SEALED_COOLNESS = 0.28
"""The same of what is sealed: nobody is to know it for sure."""

WEIGHED = 21
"""Number of answers in a negotiation that are considered.

These are the pass or accept and the lowest bids."""


class NormalBot:
    """The bot of the level ``normal``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice for the ask, drawn by its prospects.

        Raises ValueError for the public's view, which has no hand."""
        if view.mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices = ask.choices[:WEIGHED] if ask.kind == "bid" else ask.choices
        if len(choices) == 1:
            return choices[0]
        seat, turn = view.mine.seat, Turn(view)
        if view.guessing is not None and ask.kind in ("action", "guess"):
            # a valuable action is chosen more often, so it is guessed sooner (E10.3)
            active = view.guessing.active
            wanted = {action: turn.gain(active, turn.act_alone(active, action)) for action in map(Action, view.actions)}
            gains = [wanted[choice.action if isinstance(choice, Guess) else Action(str(choice))] for choice in choices]
            return draw(choices, gains, SEALED_COOLNESS, rng)
        if ask.kind == "action":
            expectations = Expectations(turn)
            gains = expectations.estimate_gains(expectations.habits, seat)
            brought = dict(zip(expectations.actions, gains, strict=True))
            return draw(choices, [brought[Action(str(choice))] for choice in choices], SEALED_COOLNESS, rng)
        return draw(choices, prospects(turn, seat, ask, choices), COOLNESS, rng)
