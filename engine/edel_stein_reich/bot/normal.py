"""A sensible opponent: it weighs what each choice may bring, in millions, and draws among the good ones.

It reads its seat's view and its ask, nothing else. Gems are worth what the coming scoring may pay for them, and a
little for later rounds; what the others gain counts against it. It expects the others to weigh the actions as it does.
Whoever sees the table can say why it chose; nobody can say for sure what it will choose."""

import random

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.opponents import Expectations
from engine.edel_stein_reich.bot.prospects import drawn, prospects
from engine.edel_stein_reich.choices import Action, Choice, Guess
from engine.edel_stein_reich.view_types import TableView

COOLNESS = 1.1
"""How firmly the better choice is preferred: e to this power times as often for each million it brings more."""

SEALED_COOLNESS = 0.28
"""The same of what is sealed: nobody is to know it for sure."""

WEIGHED = 21
"""How many answers of a negotiation are weighed: the way out and the lowest bids."""


class NormalBot:
    """The bot of the level ``normal``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask, drawn by its prospects. Raises ValueError for the public's view: it has no hand."""
        if view.mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices = ask.choices[:WEIGHED] if ask.kind == "bid" else ask.choices
        if len(choices) == 1:
            return choices[0]
        seat, turn = view.mine.seat, Turn(view)
        if view.guessing is not None and ask.kind in ("action", "guess"):
            # the more an action brings, the more often it is chosen, and the sooner it is guessed (E10.3)
            active = view.guessing.active
            wanted = {action: turn.gain(active, turn.alone(active, action)) for action in map(Action, view.actions)}
            gains = [wanted[choice.action if isinstance(choice, Guess) else Action(str(choice))] for choice in choices]
            return drawn(choices, gains, SEALED_COOLNESS, rng)
        if ask.kind == "action":
            expectations = Expectations(turn)
            gains = expectations.expected(expectations.habits, seat)
            brought = dict(zip(expectations.actions, gains, strict=True))
            return drawn(choices, [brought[Action(str(choice))] for choice in choices], SEALED_COOLNESS, rng)
        return drawn(choices, prospects(turn, seat, ask, choices), COOLNESS, rng)
