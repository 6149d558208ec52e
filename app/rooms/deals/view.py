"""View of a deal that two tables share."""

from typing import Literal

from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from engine.core.seats import Viewer

DealState = Literal["none", "offered", "paired", "closed", "open"]


class DealPart(Frozen, frozen=True, gc=False):
    """Deal shared with a second table, as far as this viewer may know."""

    state: DealState
    """State of the deal here.

    ``offered``: nobody has opened the second table yet. ``paired``: somebody has. ``closed``: the game is over
    here, and the other table may still play it. ``open``: both can be compared."""
    link: str | None
    """Link that opens the second table; only seats see it."""


NO_DEAL = DealPart("none", None)


def deal_part(room: Room, viewer: Viewer) -> DealPart:
    """Return the shared deal for the viewer."""
    shared = room.shared
    if shared is None or viewer is None:
        return NO_DEAL
    if shared.is_opened:
        is_last = room.play is not None and room.play.number == shared.number
        return DealPart("open", None) if shared.table is not None and shared.is_over and is_last else NO_DEAL
    if shared.table is None:
        return DealPart("offered", f"/r/{room.code}/deal/{shared.key}")
    return DealPart("closed" if shared.is_over else "paired", None)
