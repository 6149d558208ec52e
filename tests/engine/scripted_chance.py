"""Chance by script: a test says in which order cards come."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.core.errors import EngineError

T = TypeVar("T")


class ScriptedChance:
    """Chance that gives the orders it was told."""

    def __init__(self, orders: Mapping[str, Sequence[object]]) -> None:
        self._orders = orders

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The scripted order of ``label``: the items named first, in that order, then the others as they came.

        Raises EngineError when the script has no such label or names an item that is not there."""
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
