"""What a collection is worth to a bot: the size of its best exhibition, what may be joined to it, its age."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.adel_verpflichtet.view_types import SeriesView

LETTERS = "ABCDEF"

Collection = tuple[str, ...]
"""Ids of objects: letter and year."""

SHOWN = 1.0
"""For each object of the largest unbroken run of letters: the size of the best exhibition (A5.1)."""
SPARE = 0.25
"""For each object outside it: it may be joined to the run later, or make a second one."""
AGE = 0.4
"""For the oldest object of the run, from 0 for the youngest there is to this for the oldest (A5.3)."""


@dataclass(frozen=True, eq=False, slots=True)
class Taste:
    """What a bot likes among the objects of one edition."""

    age: Mapping[str, float]
    """Of each object by id: 0 for the youngest, 1 for the oldest, the others evenly between them in their order. The
    rules look at nothing but the order of the years (A5.3)."""

    def gain(self, collection: Sequence[str], more: Iterable[str]) -> float:
        """How much better the collection is with more in it."""
        return worth(self, tuple(sorted((*collection, *more)))) - worth(self, tuple(sorted(collection)))

    def loss(self, collection: Sequence[str], without: Iterable[str]) -> float:
        """How much worse the collection is when some are gone from it."""
        gone = set(without)
        left = sorted(thing for thing in collection if thing not in gone)
        return worth(self, tuple(sorted(collection))) - worth(self, tuple(left))


@functools.lru_cache(maxsize=64)
def taste_for(series: tuple[SeriesView, ...]) -> Taste:
    """The taste for the objects in the box."""
    by_age = sorted((year, shown.letter) for shown in series for year in shown.years)
    last = len(by_age) - 1
    return Taste({f"{letter}{year}": 1 - place / last for place, (year, letter) in enumerate(by_age)})


@functools.lru_cache(maxsize=1 << 12)
def worth(taste: Taste, collection: Collection) -> float:
    """How much a bot would like to hold these."""
    run = best_run(collection)
    age = max(taste.age[thing] for thing in run) if run else 0.0
    return SHOWN * len(run) + SPARE * (len(collection) - len(run)) + AGE * age


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
