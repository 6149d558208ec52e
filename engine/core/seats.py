"""Who sits where: seats are numbered from 0 in seat order; a viewer is a seat or the public."""

from typing import NewType, cast

Seat = NewType("Seat", int)
"""A player's place, 0 for the first in seat order."""

Viewer = Seat | None
"""Who looks: a seat, or ``None`` for the public, who know only what lies open."""

PUBLIC: Viewer = None


def in_order(count: int) -> tuple[Seat, ...]:
    """All seats of a table of ``count`` in seat order."""
    return cast(tuple[Seat, ...], tuple(range(count)))
