"""Gems: a number for each colour, red first.

Tuples of gems compare by value (E5.4)."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Colour(StrEnum):
    """A colour of gems; they are listed in order of value."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"

    @property
    def place(self) -> int:
        """0 for the most valuable; the colour's place in ``Gems``."""
        return _PLACES[self]


class Gems(NamedTuple):
    """A number of gems of each colour: a holding, a bid, the supply."""

    red: int = 0
    yellow: int = 0
    green: int = 0
    blue: int = 0


COLOURS = tuple(Colour)

NO_GEMS = Gems()

ONE_EACH = tuple(Gems(*(int(place == mine) for place in range(len(COLOURS)))) for mine in range(len(COLOURS)))
"""One gem of each colour, by the colour's place."""

_PLACES = {colour: place for place, colour in enumerate(COLOURS)}


def some(colour: Colour, number: int) -> Gems:
    """Return this number of gems of one colour."""
    return Gems(*(number if place == colour.place else 0 for place in range(len(COLOURS))))


def gems_of(colours: Iterable[Colour]) -> Gems:
    """Return one gem for each colour named; repetitions count."""
    counts = [0] * len(COLOURS)
    for colour in colours:
        counts[_PLACES[colour]] += 1
    return Gems(*counts)


def each(gems: Gems) -> tuple[Colour, ...]:
    """Return the colour of every single gem, in order of value."""
    return tuple(colour for colour, number in zip(COLOURS, gems, strict=True) for _ in range(number))


def kinds(gems: Gems) -> tuple[Colour, ...]:
    """Return the colours with at least one gem, in order of value."""
    return tuple(colour for colour, number in zip(COLOURS, gems, strict=True) if number)


def size(gems: Gems) -> int:
    """Return the total number of gems."""
    return gems[0] + gems[1] + gems[2] + gems[3]


def plus(one: Gems, other: Gems) -> Gems:
    """Return the sum by colour."""
    return Gems(one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def minus(one: Gems, other: Gems) -> Gems:
    """Return the difference by colour; negative where ``other`` has more."""
    return Gems(one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3])


def common(one: Gems, other: Gems) -> Gems:
    """Return the lesser number of each colour."""
    return Gems(min(one[0], other[0]), min(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))


def holds(holding: Gems, gems: Gems) -> bool:
    """Return whether the holding contains all of ``gems``."""
    return holding[0] >= gems[0] and holding[1] >= gems[1] and holding[2] >= gems[2] and holding[3] >= gems[3]
