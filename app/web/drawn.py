"""What was drawn before: kept with all that went into it, and used again while that is the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

Made = TypeVar("Made")


class Drawn:
    """The newest of each thing that somebody is shown."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, object]] = {}

    def again(self, name: str, inputs: object, make: Callable[[], Made]) -> Made:
        """What ``make`` gives for these inputs: made anew only when they are others than the last time.

        A name stands for things of one type."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != inputs:
            kept = self._kept[name] = (inputs, make())
        return cast(Made, kept[1])


class Shelf:
    """What was drawn for ``most`` things; of those that nobody has asked for the longest nothing is kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Drawn] = OrderedDict()

    def of(self, key: Hashable) -> Drawn:
        """What was drawn for the thing with that key."""
        drawn = self._kept.pop(key) if key in self._kept else Drawn()
        self._kept[key] = drawn
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return drawn
