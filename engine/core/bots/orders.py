"""Standing orders: what a player tells the bot that will play in their place (``no_thief``).

An order is a preference over choices, never a rule: where nothing obeys it, the bot chooses as if it had not been
given. A game that knows orders has them under ``orders``; one without needs nothing."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.core.asks import Ask, Finite
from engine.core.game import Game

C = TypeVar("C")
V = TypeVar("V")

Order = Callable[[V, tuple[C, ...]], tuple[C, ...]]
"""Those of some choices that obey, in their order, for the seat whose view it is; none where none does. Pure."""


@runtime_checkable
class Instructed(Protocol):
    """A game whose bots take orders."""

    @property
    def orders(self) -> Mapping[str, Order[Any, Any]]:
        """The orders by key, the weightier first: where two contradict each other, the first one counts."""
        ...


def orders_of(game: Game[Any, C, V]) -> Mapping[str, Order[V, C]]:
    """The orders that the game's bots take; empty for a game that knows none."""
    return game.orders if isinstance(game, Instructed) else {}


def under_orders(game: Game[Any, C, V], given: Collection[str], view: V, ask: Ask[C]) -> Ask[C]:
    """The ask as a bot with these orders is asked it: with the choices that obey all of them, as far as there are any.

    Every choice of it is one of ``ask.choices``, and there is always one. Keys the game does not know count for
    nothing."""
    left = ask.choices
    for key, order in orders_of(game).items():
        if key in given:
            left = order(view, left) or left
    if len(left) == len(ask.choices):
        return ask
    default = ask.default if ask.default in left else left[0]
    return Finite(ask.kind, left, default, ask.complete)
