"""What was worked out last: for the few who ask for the same of the same state, one after the other."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
R = TypeVar("R")


class Latest(Generic[S, R]):
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
