"""Identity of each seat on the page: shape of the crest, colour and letter.

The seat gives the shape, the game the colour, and the name the letter."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from app.rooms.views.view_types import SeatPart

UNCOLOURED = "brass"
"""Colour of every crest before a game has dealt colours."""


@dataclass(frozen=True, slots=True)
class Person:
    """Identity of a seat wherever it appears."""

    seat: int
    """Number of the seat and of the crest's shape."""
    name: str
    letter: str
    """Letter or digit, unique at the table."""
    colour: str


def people(seats: Sequence[SeatPart]) -> Mapping[int, Person]:
    """Return the persons of a table by seat."""
    return _people(tuple((int(part.seat), part.name, part.colour) for part in seats))


@functools.lru_cache(maxsize=1024)
def _people(seats: tuple[tuple[int, str, str | None], ...]) -> Mapping[int, Person]:
    letters = letters_of([name for _, name, _ in seats])
    return MappingProxyType(
        {
            seat: Person(seat, name, letter, colour or UNCOLOURED)
            for (seat, name, colour), letter in zip(seats, letters, strict=True)
        }
    )


def letters_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return one letter per name, all different.

    It is the first letter of the name that is still free, else a digit."""
    taken: list[str] = []
    for name in names:
        wished = [letter for letter in name.upper() if len(letter) == 1 and letter.isalnum()]
        taken.append(next(letter for letter in (*wished, *"123456789") if letter not in taken))
    return tuple(taken)
