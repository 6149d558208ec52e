"""What a collection is worth to a bot: the size of its best exhibition, what may be joined to it, its age."""

import functools
from collections.abc import Iterable, Sequence

LETTERS = "ABCDEF"

Collection = tuple[str, ...]
"""Ids of objects: letter and year."""

SHOWN = 1.0
"""For each object of the largest unbroken run of letters: the size of the best exhibition (A5.1)."""
SPARE = 0.25
"""For each object outside it: it may be joined to the run later, or make a second one."""
AGE = 0.4
"""For the oldest object of the run, from 0 for the youngest there is to this for the oldest (A5.3)."""

YOUNGEST, OLDEST = 1951, 1468


@functools.lru_cache(maxsize=1 << 12)
def worth(collection: Collection) -> float:
    """How much a bot would like to hold these."""
    run = best_run(collection)
    age = max((YOUNGEST - year(thing)) / (YOUNGEST - OLDEST) for thing in run) if run else 0.0
    return SHOWN * len(run) + SPARE * (len(collection) - len(run)) + AGE * age


def gain(collection: Sequence[str], more: Iterable[str]) -> float:
    """How much better the collection is with more in it."""
    return worth(tuple(sorted((*collection, *more)))) - worth(tuple(sorted(collection)))


def loss(collection: Sequence[str], without: Iterable[str]) -> float:
    """How much worse the collection is when some are gone from it."""
    gone = set(without)
    return worth(tuple(sorted(collection))) - worth(tuple(sorted(thing for thing in collection if thing not in gone)))


def best_run(collection: Sequence[str]) -> Collection:
    """The objects of the largest unbroken run of letters; of as large ones, that with the oldest object."""
    runs: list[Sequence[str]] = [()]
    for letter in LETTERS:
        here = [thing for thing in collection if thing[0] == letter]
        if here:
            runs[-1] = (*runs[-1], *here)
        elif runs[-1]:
            runs.append(())
    largest = max(runs, key=_size_and_age)
    return tuple(largest)


def _size_and_age(run: Sequence[str]) -> tuple[int, int]:
    return len(run), -min(map(year, run), default=0)


def year(thing: str) -> int:
    """The year of an object's id."""
    return int(thing[1:])
