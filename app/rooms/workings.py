"""What was worked out of a part of a room that does not change, so that it is worked out once: for the four who look at
the same table, for each seal of a round, for the decision and for the fold of it.

No truth is kept here: leave all of it out, and everything comes out the same."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_Worked = TypeVar("_Worked")


class Workings:
    """Results by what they are, each good only for the very object that it was worked out of."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[object, Any]] = {}

    def out(self, of: object, what: Hashable, work: Callable[[], _Worked]) -> _Worked:
        """The result of ``work``, which depends on nothing but ``of`` and ``what``, neither of which ever changes."""
        kept = self._kept.get(what)
        if kept is None or kept[0] is not of:
            kept = self._kept[what] = (of, work())
        result: _Worked = kept[1]
        return result
