"""Exhibitions: validity, comparison, and the best of a hand (A5)."""

import functools
from collections.abc import Iterable, Iterator, Sequence

from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import NONE, Objects, oldest, size
from engine.core.seats import Seat

SMALLEST = 3
"""Fewest objects of an exhibition (A5.1)."""

Worth = tuple[int, int]
"""Value of an exhibition: its number of objects, then minus the oldest's bit.

Greater is better."""


def worth(shown: Objects) -> Worth:
    """Return the value of an exhibition (A5.3).

    More objects are worth more. Of equal numbers, the oldest single object decides."""
    return size(shown), -oldest(shown)


def rank_by_worth(shown: Sequence[Objects]) -> list[Seat]:
    """Return the seats that show objects, the most valuable exhibition first."""
    exhibitors = [Seat(seat) for seat, objects in enumerate(shown) if objects]
    return sorted(exhibitors, key=lambda seat: worth(shown[seat]), reverse=True)


def is_valid(edition: Edition, objects: Objects) -> bool:
    """Return whether the objects are an exhibition (A5.1).

    They are at least three, and their letters form an unbroken run."""
    return size(objects) >= SMALLEST and objects in runs(edition, objects)


def can_exhibit(edition: Edition, hand: Objects) -> bool:
    """Return whether a hand holds a valid exhibition (A3.3)."""
    return best(edition, hand) != NONE


def best(edition: Edition, hand: Objects) -> Objects:
    """Return the most valuable exhibition of a hand; NONE if it holds no valid one."""
    return _best(edition, hand)


def runs(edition: Edition, objects: Objects) -> Iterator[Objects]:
    """Split the objects wherever a letter is missing (A5.1).

    Each part is as large as possible."""
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
    """Return the most valuable of several exhibitions; NONE of none."""
    return max(exhibitions, key=worth, default=NONE)
