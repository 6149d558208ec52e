"""Exhibitions: which are valid, which is better, and the best of a hand (A5)."""

import functools
from collections.abc import Iterable, Iterator, Sequence

from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import NONE, Objects, oldest, size
from engine.core.seats import Seat

SMALLEST = 3
"""The fewest objects of an exhibition (A5.1)."""

Worth = tuple[int, int]
"""How valuable an exhibition is: its number of objects, then minus the bit of the oldest. Greater is better."""


def worth(shown: Objects) -> Worth:
    """More objects are worth more; of as many, those with the oldest single object (A5.3)."""
    return size(shown), -oldest(shown)


def by_worth(shown: Sequence[Objects]) -> list[Seat]:
    """The seats that show something, the most valuable exhibition first."""
    exhibitors = [Seat(seat) for seat, objects in enumerate(shown) if objects]
    return sorted(exhibitors, key=lambda seat: worth(shown[seat]), reverse=True)


def is_valid(edition: Edition, objects: Objects) -> bool:
    """Whether these are at least three objects whose letters form an unbroken run (A5.1)."""
    return size(objects) >= SMALLEST and objects in runs(edition, objects)


def can_exhibit(edition: Edition, hand: Objects) -> bool:
    """Whether a hand holds a valid exhibition (A3.3)."""
    return best(edition, hand) != NONE


def best(edition: Edition, hand: Objects) -> Objects:
    """The most valuable exhibition of a hand; NONE if it holds no valid one."""
    return _best(edition, hand)


def runs(edition: Edition, objects: Objects) -> Iterator[Objects]:
    """The objects cut wherever a letter is missing: each part as large as it can be (A5.1)."""
    run = NONE
    for series in edition.series_objects:
        here = objects & series
        if here:
            run |= here
        elif run:
            yield run
            run = NONE
    if run:
        yield run


@functools.lru_cache(maxsize=1 << 14)
def _best(edition: Edition, hand: Objects) -> Objects:
    return most_valuable(run for run in runs(edition, hand) if size(run) >= SMALLEST)


def most_valuable(exhibitions: Iterable[Objects]) -> Objects:
    """The most valuable of several exhibitions; NONE of none."""
    return max(exhibitions, key=worth, default=NONE)
