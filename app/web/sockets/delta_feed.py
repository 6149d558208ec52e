"""What a program is sent by version 2 of the protocol: the view whole at first, and then what became another."""

import orjson

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.web.messages.answers import timed
from app.web.messages.own_view import fields_told, seals_told, view_as_json
from app.web.sockets.shared_feed import SharedFeed
from engine.core.seats import Seat, Viewer

VERSION = 2
"""The version of the protocol."""


class DeltaFeed(SharedFeed):
    """Messages for programs that keep the view themselves."""

    __slots__ = ()

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """The whole view at first, then what became another since the last message."""
        old, sharing = self._told, self._sharing
        if old is None or sharing is None:
            return self._first(room, viewer, here, now)
        version, new = room.seen(viewer), self._looks(room, viewer, here)
        delta = sharing.delta(old.shared, new.shared)
        others, openings = b"", b"" if delta.is_of_seals else self._openings(room, viewer)
        if delta.is_of_seals and new.own is old.own and viewer not in delta.states:
            seals = delta.seals
        else:
            seals = b",".join(seals_told(old, new, delta))
            others = b",".join(fields_told(old, new, delta))
        if version == self._version and not (seals or others or openings):
            return None
        self._version = version
        fields = b"%b,%b" % (seals, others) if seals and others else seals or others
        told = b',"happenings":[%b]' % openings if openings else b""
        clock = b',"now":%d' % now if now is not None and (others or openings) else b""
        return b'{"version":%d,"set":{%b}%b%b}' % (version, fields, told, clock)

    def _first(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None) -> bytes:
        self._version, told = room.seen(viewer), self._looks(room, viewer, here)
        self._openings(room, viewer)
        view = orjson.Fragment(view_as_json(told, room))
        message = {"version": self._version, "protocol": VERSION, "view": view, "happenings": []} | timed(now)
        return orjson.dumps(message)
