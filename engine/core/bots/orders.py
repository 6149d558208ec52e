"""Standing orders: what a player tells the bot that will play in their place (``no_thief``).

An order is a preference over choices, never a rule: where nothing obeys it, the bot chooses as if it had not been
given."""

from collections.abc import Collection
from typing import Any, TypeVar

from engine.core.asks import Ask, Finite
from engine.core.game import Game

C = TypeVar("C")
V = TypeVar("V")


def under_orders(game: Game[Any, C, V], given: Collection[str], view: V, ask: Ask[C]) -> Ask[C]:
    """The ask as a bot with these orders is asked it: with the choices that obey all of them, as far as there are any.

    Every choice of it is one of ``ask.choices``, and there is always one. Keys the game does not know count for
    nothing."""
    left = ask.choices
    for key, order in game.orders.items():
        if key in given:
            left = order(view, left) or left
    if len(left) == len(ask.choices):
        return ask
    default = ask.default if ask.default in left else left[0]
    return Finite(ask.kind, left, default, ask.complete)
