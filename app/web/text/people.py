"""Identity of each seat on the page: colour and crest, and a letter by the name."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from app.rooms.model.identity import Colour, Crest
from app.rooms.views.view_types import SeatPart


@dataclass(frozen=True, slots=True)
class Person:
    """Identity of a seat wherever it appears."""

    seat: int
    name: str
    letter: str
    """Letter or digit, unique at the table."""
    colour: Colour
    crest: Crest


def people(seats: Sequence[SeatPart]) -> Mapping[int, Person]:
    """Return the persons of a table by seat."""
    return _people(tuple((int(part.seat), part.name, part.colour, part.crest) for part in seats))


@functools.lru_cache(maxsize=1024)
def _people(seats: tuple[tuple[int, str, Colour, Crest], ...]) -> Mapping[int, Person]:
    letters = letters_of([name for _, name, _, _ in seats])
    return MappingProxyType(
        {
            seat: Person(seat, name, letter, colour, crest)
            for (seat, name, colour, crest), letter in zip(seats, letters, strict=True)
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
