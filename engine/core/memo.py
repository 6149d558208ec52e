"""Caches of results that belong to an immutable value."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
R = TypeVar("R")

PRESENT = 512
"""Number of states whose results a game caches: those of tables in play."""


class Memoized(Generic[S, R]):
    """Function of an immutable value that caches its latest results by identity.

    A state is slow to compare and to hash; its identity is known at once."""

    def __init__(self, work: Callable[[S], R], most: int = 32) -> None:
        """Keep at most ``most`` results."""
        self._work = work
        self._most = most
        self._kept: OrderedDict[int, tuple[S, R]] = OrderedDict()

    def __call__(self, of: S) -> R:
        """Return the result for ``of``."""
        # keep the value too, so that no other one can get its id
        kept = self._kept.get(id(of))
        if kept is None or kept[0] is not of:
            kept = self._kept[id(of)] = (of, self._work(of))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return kept[1]


_Worked = TypeVar("_Worked")


class Memo:
    """Results by key, each good only for the object that it was computed from.

    They are derived data: values that differ only in their memos are equal."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[object, Any]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)

    def __hash__(self) -> int:
        return hash(Memo)

    def __repr__(self) -> str:
        return "Memo()"

    def once(self, of: object, what: Hashable, work: Callable[[], _Worked]) -> _Worked:
        """Return the cached result of ``work``, or compute it.

        ``work`` depends on nothing but ``of`` and ``what``, which never change."""
        kept = self._kept.get(what)
        if kept is None or kept[0] is not of:
            kept = self._kept[what] = (of, work())
        result: _Worked = kept[1]
        return result
