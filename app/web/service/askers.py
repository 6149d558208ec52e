"""Authenticated callers of a room. ``access`` finds them."""

from dataclasses import dataclass

from app.rooms.model.room import Room
from app.rooms.views.view import may_watch
from app.web.http.identity import Holder
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatedAsker:
    """Player who holds a seat."""

    room: Room
    seat: Seat
    holder: Holder
    """Device or token that was shown for the seat."""


@dataclass(frozen=True, slots=True)
class WatchingAsker:
    """Watcher without a seat."""

    room: Room
    is_by_link: bool
    """True if the watchers' link was used; False for the room's code alone."""

    def may_go_on(self, room: Room) -> bool:
        """Return whether watching is still allowed in the room's present state."""
        return may_watch(room) and room.watch_key == self.room.watch_key
