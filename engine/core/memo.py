"""What was worked out of something that never changes, kept by the very thing, so that it is worked out once."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
R = TypeVar("R")

PRESENT = 512
"""Of so many states a game remembers what was worked out: of the present ones of the tables that are played."""


class Memoized(Generic[S, R]):
    """A function of a value that never changes, which remembers its latest results by the very value. A state is long
    to compare and to hash; whether it is the same one is known at once."""

    def __init__(self, work: Callable[[S], R], most: int = 32) -> None:
        """``most``: how many results it remembers."""
        self._work = work
        self._most = most
        self._kept: OrderedDict[int, tuple[S, R]] = OrderedDict()

    def __call__(self, of: S) -> R:
        """The result."""
        # the value is kept along, so that no other one can have its number
        kept = self._kept.get(id(of))
        if kept is None or kept[0] is not of:
            kept = self._kept[id(of)] = (of, self._work(of))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return kept[1]


_Worked = TypeVar("_Worked")


class Memo:
    """Results by what they are, each good only for the very object that it was worked out of.

    They are no truth of their own: values that differ in nothing but what was worked out of them are equal."""

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
        """The result of ``work``, which depends on nothing but ``of`` and ``what``, neither of which ever changes."""
        kept = self._kept.get(what)
        if kept is None or kept[0] is not of:
            kept = self._kept[what] = (of, work())
        result: _Worked = kept[1]
        return result
