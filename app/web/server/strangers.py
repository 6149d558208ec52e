"""People of a room who sit in another process than the rest of it: those who came while the room's home was away. They
are asked to come again, few at a time, and meet there then."""

import time
from collections import defaultdict

from app.post.station import Station, home
from app.rooms.model.ids import RoomCode
from app.web.http.errors import Close
from app.web.http.limits import Clock
from app.web.server.handing_on import meeting
from app.web.sockets.connection import Connection
from app.web.sockets.gateway import Gateway

LOOK_S = 5.0
"""From one look for strangers to the next."""

SETTLED_S = 5.0
"""So long a process serves before anybody is sent to it: one that dies again and again gets nobody."""

MOST = 50
"""Of so many connections no further room is asked in one look."""

LONGEST_REST_S = 3600.0
"""A room that comes back to the wrong process is asked again after longer and longer, but not later than that."""


class Strangers:
    """The strangers in one process."""

    def __init__(self, station: Station, gateway: Gateway, clock: Clock = time.monotonic) -> None:
        self._station = station
        self._gateway = gateway
        self._clock = clock
        self._look_at = 0.0
        self._serving_since: dict[int, float] = {}
        self._asked: dict[RoomCode, tuple[float, float]] = {}
        """When a room may be asked again, and how long it rests after that."""

    def tick(self) -> None:
        """Asks some strangers to come again, if it is time. To be called every second or oftener."""
        now = self._clock()
        serving = self._station.serving()
        self._serving_since = {station: self._serving_since.get(station, now) for station in serving}
        if now < self._look_at:
            return
        self._look_at = now + LOOK_S
        self._asked = {room: (at, rest) for room, (at, rest) in self._asked.items() if now < at + LONGEST_REST_S}
        rooms: defaultdict[RoomCode, list[Connection]] = defaultdict(list)
        for connection, said in self._gateway.connections():
            if (room := meeting(said)) is not None:
                rooms[room].append(connection)
        left = MOST
        for room, connections in rooms.items():
            if left > 0 and self._is_elsewhere(room, serving, now) and self._may_be_asked(room, now):
                left -= len(connections)
                for connection in connections:
                    connection.end(Close.RESTART)

    def _is_elsewhere(self, room: RoomCode, serving: list[int], now: float) -> bool:
        """Whether the room's home is another station, whose process has settled."""
        where = home(room, serving, self._station.number)
        return where != self._station.number and now - self._serving_since[where] >= SETTLED_S

    def _may_be_asked(self, room: RoomCode, now: float) -> bool:
        at, rest = self._asked.get(room, (now, 4 * SETTLED_S))
        if now < at:
            return False
        self._asked[room] = now + rest, min(4 * rest, LONGEST_REST_S)
        return True
