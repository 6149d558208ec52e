"""Readers for the details of an effect of any game."""

from collections.abc import Sequence
from typing import Protocol

from engine.core.effects import Effect


class NamesSeats(Protocol):
    """Words that can name a seat: those of every game."""

    def name_seat(self, seat: int) -> str:
        """Return the mark of a seat, which its name replaces later."""
        ...


def numbers(effect: Effect, name: str) -> list[int]:
    """Return a detail that is a list of numbers."""
    return [int(item) for item in _items(effect, name)]


def texts(effect: Effect, name: str) -> list[str]:
    """Return a detail that is a list of words."""
    return [str(item) for item in _items(effect, name)]


def number(effect: Effect, name: str) -> int:
    """Return a detail that is one number."""
    return numbers(effect, name)[0]


def word(effect: Effect, name: str) -> str:
    """Return a detail that is one word."""
    return texts(effect, name)[0]


def doer(effect: Effect, words: NamesSeats) -> str:
    """Return the mark of the acting seat. Raises ValueError if the effect has none."""
    if effect.seat is None:
        raise ValueError(f"nobody's doing: {effect.text}")
    return words.name_seat(effect.seat)


def _items(effect: Effect, name: str) -> Sequence[int | str]:
    listed = effect.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)


def vary(effect: Effect, said: Sequence[str]) -> str:
    """Choose one of several wordings by round and seat.

    So all viewers read the same, and a replay repeats it."""
    seats = [seat for name, _ in effect.details if name == "seats" for seat in numbers(effect, name)]
    first = effect.seat if effect.seat is not None else next(iter(seats), 0)
    return said[(effect.round + first) % len(said)]
