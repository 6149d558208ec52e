"""How a game ended."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.core.seats import Seat


class Outcome(NamedTuple):
    """Why the game ended and who stands where."""

    reason: str
    """One word of the game (``banquet``)."""
    ranking: tuple[tuple[Seat, ...], ...]
    """The seats by place, best first; seats that share a place stand together."""


def places(ranking: Sequence[Sequence[Seat]]) -> dict[str, tuple[int, ...]]:
    """All ``seats`` of a ranking, best first, and the ``places`` that they have, as a happening tells them."""
    seats = tuple(int(seat) for level in ranking for seat in level)
    ahead = accumulate((len(level) for level in ranking), initial=1)
    return {"seats": seats, "places": tuple(place for place, level in zip(ahead, ranking, strict=False) for _ in level)}


def place_in(ranking: tuple[tuple[Seat, ...], ...], seat: Seat) -> int:
    """The seat's place in a ranking, from 1 on; after a shared place as many are skipped. Raises ValueError for a seat
    that is not in it."""
    ahead = 0
    for level in ranking:
        if seat in level:
            return ahead + 1
        ahead += len(level)
    raise ValueError(f"seat {seat} has no place")
