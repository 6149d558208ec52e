"""Presence: who has been here longest, as far as this process has seen it."""

from collections.abc import Collection

from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from engine.core.seats import Seat

GONE_AFTER_S = 2.0
"""Seconds that a seat counts as here after its last connection, as in a reload."""


class Presence:
    """Since when the devices of a room have been connected.

    A second device counts from when the first one came, so that a change of devices is no new arrival."""

    def __init__(self) -> None:
        self._since: dict[Digest, float] = {}

    def see(self, room: Room, connected: Collection[Digest], now: float) -> None:
        """Record which token digests are connected now."""
        # a seat may be read of later than its device is seen
        since = {each: self._since.get(each, now) for each in connected}
        for occupant in room.seats:
            here = [each for each in (occupant.holders if occupant is not None else ()) if each in connected]
            first = min((self._since[each] for each in here if each in self._since), default=now)
            since |= dict.fromkeys(here, first)
        self._since = since

    def longest(self, room: Room) -> tuple[Seat, ...]:
        """Return the people here, the longest first, then in seat order."""
        came: dict[Seat, float] = {}
        for seat in room.people():
            occupant = room.occupant(seat)
            known = [self._since[each] for each in (occupant.holders if occupant else ()) if each in self._since]
            if known:
                came[seat] = min(known)
        return tuple(sorted(came, key=lambda seat: (came[seat], seat)))
