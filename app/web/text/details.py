"""Reading the details of an effect, of whatever game."""

from collections.abc import Sequence
from typing import Protocol

from engine.core.effects import Effect


class NamesSeats(Protocol):
    """Words in which a seat can be named: those of every game."""

    def who(self, seat: int) -> str:
        """The mark of a seat, which its name takes the place of later."""
        ...


def numbers(effect: Effect, name: str) -> list[int]:
    """A detail that is a list of numbers."""
    return [int(item) for item in _items(effect, name)]


def texts(effect: Effect, name: str) -> list[str]:
    """A detail that is a list of words."""
    return [str(item) for item in _items(effect, name)]


def number(effect: Effect, name: str) -> int:
    """A detail that is one number."""
    return numbers(effect, name)[0]


def word(effect: Effect, name: str) -> str:
    """A detail that is one word."""
    return texts(effect, name)[0]


def doer(effect: Effect, words: NamesSeats) -> str:
    """The mark of the seat whose doing it was. Raises ValueError when it was nobody's."""
    if effect.seat is None:
        raise ValueError(f"nobody's doing: {effect.text}")
    return words.who(effect.seat)


def _items(effect: Effect, name: str) -> Sequence[int | str]:
    listed = effect.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
