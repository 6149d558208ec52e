"""Chance by script: a test gives the order of cards."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.core.errors import EngineError

T = TypeVar("T")


class ScriptedChance:
    """Chance that gives scripted orders."""

    def __init__(self, orders: Mapping[str, Sequence[object]]) -> None:
        self._orders = orders

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return the scripted order of ``label``: the named items first, then the rest.

        Raises EngineError if the script has no such label or names an item that is not there."""
        if label not in self._orders:
            raise EngineError(f"no order scripted for {label!r}")
        rest = list(items)
        first: list[T] = []
        for wanted in self._orders[label]:
            place = next((place for place, item in enumerate(rest) if item == wanted), None)
            if place is None:
                raise EngineError(f"{label!r} has no {wanted!r} left to deal")
            first.append(rest.pop(place))
        return (*first, *rest)
