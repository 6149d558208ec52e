"""Cache of rendered fragments, kept with all their inputs.

A page keeps the newest of each fragment. Behind it, a table's cache keeps what was rendered for anyone at the same
table. A fragment is found by all its inputs, so another viewer with equal inputs would get the same text."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

Made = TypeVar("Made")


class ByIdentity:
    """Wrapper that compares by identity, for large objects made only once."""

    __slots__ = ("it",)

    def __init__(self, it: object) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class LastDrawn:
    """Cache of the newest value of each fragment."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, object]] = {}

    def get_or_compute(self, name: str, inputs: object, make: Callable[[], Made]) -> Made:
        """Return the cached value for these inputs, or compute it with ``make``.

        Only the last inputs are kept. A name stands for values of one type."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != inputs:
            kept = self._kept[name] = (inputs, make())
        return cast(Made, kept[1])


MOST_LINES = 64
"""Number of cached lines per table."""


class TableCache:
    """Cache of one table's fragments in the room's present version and the last.

    The lines rendered last are kept across versions."""

    def __init__(self) -> None:
        self._version = 0
        self._lines: OrderedDict[Hashable, str] = OrderedDict()
        self._kept: dict[str, list[tuple[object, object]]] = {}
        self._older: dict[str, list[tuple[object, object]]] = {}

    def enter_version(self, version: int) -> None:
        """Enter that version of the room.

        Fragments that nobody requested since the last call are dropped at the next."""
        if version != self._version:
            self._version, self._older, self._kept = version, self._kept, {}

    def get_or_compute(self, name: str, inputs: object, make: Callable[[], Made]) -> Made:
        """Return the cached value for equal inputs, or compute it with ``make``.

        A name stands for values of one type."""
        kept = self._kept.setdefault(name, [])
        for each in kept:
            if each[0] == inputs:
                return cast(Made, each[1])
        found = next((each for each in self._older.get(name, ()) if each[0] == inputs), None)
        kept.append(found or (inputs, make()))
        return cast(Made, kept[-1][1])

    def line(self, inputs: Hashable, make: Callable[[], str]) -> str:
        """Return a short text for these inputs, cached for others and later."""
        found = self._lines.get(inputs)
        if found is None:
            found = self._lines[inputs] = make()
            if len(self._lines) > MOST_LINES:
                self._lines.popitem(last=False)
        return found


class PageCache:
    """Cache of one page's fragments, backed by its table's cache."""

    def __init__(self, own: LastDrawn, shared: TableCache) -> None:
        self._own = own
        self.shared = shared

    def get_or_compute(self, name: str, inputs: object, make: Callable[[], Made], among: str = "") -> Made:
        """Return the cached value for these inputs, or compute it with ``make``.

        ``among``: the name of the same fragment in the table's cache, if it is shared."""
        if not among:
            return self._own.get_or_compute(name, inputs, make)
        return self._own.get_or_compute(name, inputs, lambda: self.shared.get_or_compute(among, inputs, make))


class TableCaches:
    """Caches of the ``most`` tables that were requested last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, TableCache] = OrderedDict()

    def get_cache(self, key: Hashable) -> TableCache:
        """Return the cache of the table with that key."""
        shared = self._kept.pop(key) if key in self._kept else TableCache()
        self._kept[key] = shared
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return shared
