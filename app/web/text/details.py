"""Reading the details of a happening, of whatever game."""

from collections.abc import Sequence
from typing import Protocol

from engine.core.happenings import Happening


class NamesSeats(Protocol):
    """Words in which a seat can be named: those of every game."""

    def who(self, seat: int) -> str:
        """The mark of a seat, which its name takes the place of later."""
        ...


def numbers(happening: Happening, name: str) -> list[int]:
    """A detail that is a list of numbers."""
    return [int(item) for item in _items(happening, name)]


def texts(happening: Happening, name: str) -> list[str]:
    """A detail that is a list of words."""
    return [str(item) for item in _items(happening, name)]


def number(happening: Happening, name: str) -> int:
    """A detail that is one number."""
    return numbers(happening, name)[0]


def word(happening: Happening, name: str) -> str:
    """A detail that is one word."""
    return texts(happening, name)[0]


def doer(happening: Happening, words: NamesSeats) -> str:
    """The mark of the seat whose doing it was. Raises ValueError when it was nobody's."""
    if happening.seat is None:
        raise ValueError(f"nobody's doing: {happening.text}")
    return words.who(happening.seat)


def _items(happening: Happening, name: str) -> Sequence[int | str]:
    listed = happening.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
