"""What a program is sent: the view whole, and what has happened since."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.web.messages.own_view import view_as_json
from app.web.sockets.shared_feed import SharedFeed
from engine.core.seats import Seat, Viewer


class ProgramFeed(SharedFeed):
    """Messages for programs."""

    __slots__ = ()

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """The whole view, with what was opened since the last message."""
        old, version = self._told, room.seen(viewer)
        new = self._looks(room, viewer, here)
        if version == self._version and new == old:
            return None
        self._version = version
        openings, view = self._openings(room, viewer), view_as_json(new, room)
        told = openings if old is not None else b""
        clock = b',"now":%d' % now if now is not None else b""
        return b'{"version":%d,"view":%b,"happenings":[%b]%b}' % (version, view, told, clock)
