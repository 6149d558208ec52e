"""Seats and viewers.

Seats are numbered from 0 in seat order. A viewer is a seat or the public."""

from typing import NewType, cast

Seat = NewType("Seat", int)
"""Player's place, 0 for the first in seat order."""

Viewer = Seat | None
"""Seat that looks, or ``None`` for the public, which sees only open things."""

PUBLIC: Viewer = None


def all_seats(count: int) -> tuple[Seat, ...]:
    """Return all seats of a table of ``count`` in seat order."""
    return cast(tuple[Seat, ...], tuple(range(count)))
