"""Who asks something of a room, once that is known. ``access`` finds it out."""

from dataclasses import dataclass

from app.rooms.model.room import Room
from app.rooms.views.view import may_watch
from app.web.http.identity import Holder
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody who sits at the table."""

    room: Room
    seat: Seat
    holder: Holder
    """What was shown for it."""


@dataclass(frozen=True, slots=True)
class Watching:
    """Somebody who looks on."""

    room: Room
    is_by_link: bool
    """Whether by the watchers' link; else by the room's code alone."""

    def may_go_on(self, room: Room) -> bool:
        """Whether they still may, now that the room is this."""
        return may_watch(room) and room.watch_key == self.room.watch_key
