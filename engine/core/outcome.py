"""Outcome of a game."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.core.seats import Seat


class Outcome(NamedTuple):
    """Reason of the end and ranking of the seats."""

    reason: str
    """One word of the game (``banquet``)."""
    ranking: tuple[tuple[Seat, ...], ...]
    """Seats by place, best first; seats that share a place are in one tuple."""


def places(ranking: Sequence[Sequence[Seat]]) -> dict[str, tuple[int, ...]]:
    """Return the ``seats`` of a ranking, best first, and their ``places``.

    They are details of an effect."""
    seats = tuple(int(seat) for level in ranking for seat in level)
    ahead = accumulate((len(level) for level in ranking), initial=1)
    return {"seats": seats, "places": tuple(place for place, level in zip(ahead, ranking, strict=False) for _ in level)}


def place_in(ranking: tuple[tuple[Seat, ...], ...], seat: Seat) -> int:
    """Return the seat's place in a ranking, from 1 on.

    A place shared by n seats is followed by n - 1 empty places. Raises ValueError for a seat without a place."""
    ahead = 0
    for level in ranking:
        if seat in level:
            return ahead + 1
        ahead += len(level)
    raise ValueError(f"seat {seat} has no place")
