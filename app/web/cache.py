"""What was drawn before: kept with all that went into it, and used again while that is the same.

A page keeps the newest of each thing it shows; behind that, what was drawn for anybody at the same table. A thing is
found by everything that went into it, so whoever gets what was drawn for somebody else would have drawn the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

Made = TypeVar("Made")


class Same:
    """Stands for a thing that is equal to itself alone: for what is large and never made twice."""

    __slots__ = ("it",)

    def __init__(self, it: object) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class LastDrawn:
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


MOST_LINES = 64
"""So many lines of a table are kept."""


class TableCache:
    """What was drawn at one table for whoever looked, while the room was in its present version or the one before; and
    the lines that were drawn last, whenever that was."""

    def __init__(self) -> None:
        self._version = 0
        self._lines: OrderedDict[Hashable, str] = OrderedDict()
        self._kept: dict[str, list[tuple[object, object]]] = {}
        self._older: dict[str, list[tuple[object, object]]] = {}

    def at(self, version: int) -> None:
        """The room is in that version now: what nobody asked for since the last call is forgotten at the next."""
        if version != self._version:
            self._version, self._older, self._kept = version, self._kept, {}

    def again(self, name: str, inputs: object, make: Callable[[], Made]) -> Made:
        """What ``make`` gives for these inputs, or gave for anybody who asked with equal ones.

        A name stands for things of one type."""
        kept = self._kept.setdefault(name, [])
        for each in kept:
            if each[0] == inputs:
                return cast(Made, each[1])
        found = next((each for each in self._older.get(name, ()) if each[0] == inputs), None)
        kept.append(found or (inputs, make()))
        return cast(Made, kept[-1][1])

    def line(self, inputs: Hashable, make: Callable[[], str]) -> str:
        """What ``make`` gives for these inputs: something short, which is shown to others or at another time again."""
        found = self._lines.get(inputs)
        if found is None:
            found = self._lines[inputs] = make()
            if len(self._lines) > MOST_LINES:
                self._lines.popitem(last=False)
        return found


class PageCache:
    """What one page was drawn with, and behind it what was drawn for others at its table."""

    def __init__(self, own: LastDrawn, shared: TableCache) -> None:
        self._own = own
        self.shared = shared

    def again(self, name: str, inputs: object, make: Callable[[], Made], among: str = "") -> Made:
        """What ``make`` gives for these inputs. ``among`` names what the others call the same thing, if they share
        it."""
        if not among:
            return self._own.again(name, inputs, make)
        return self._own.again(name, inputs, lambda: self.shared.again(among, inputs, make))


class TableCaches:
    """What was drawn at ``most`` tables; of those that nobody has asked for the longest nothing is kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, TableCache] = OrderedDict()

    def of(self, key: Hashable) -> TableCache:
        """What was drawn at the table with that key."""
        shared = self._kept.pop(key) if key in self._kept else TableCache()
        self._kept[key] = shared
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return shared
