"""Which process follows a room as it goes and carries out what comes due in it: the one in which somebody listens.

A process that has a host for a room to which nobody listens there, while somebody does elsewhere, leaves the room to
the others: it reads the journal when it is asked, and lets their clock strike."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from app.journal.peers import Peers
from app.live.host.clock import Now
from app.live.host.connections import MINDING, RoomConnections
from app.live.host.pace import Pace, Turns, plays_alone, rests_until
from app.live.host.thoughts import Thoughts
from app.rooms.commands import SealForBot
from app.rooms.model.clocks import wakes_at
from app.rooms.model.ids import Millis, RoomCode, Version
from app.rooms.model.room import Room

PATIENCE_MS = 1_000
"""How long a host waits for the process that minds the room's clock before it asks whether that one is still there."""


class Minding:
    """What one process has to do with the course of one room."""

    def __init__(self, peers: Peers, connections: RoomConnections, now: Now, is_steady: Callable[[], bool]) -> None:
        """``now``: what time it is in the room. ``is_steady``: whether its clock may strike."""
        self.thoughts = Thoughts(now)
        self.pace = Pace()
        """How fast the room may play by itself."""
        self.turns = Turns()
        """When it has its turn then."""
        self._peers = peers
        self._connections = connections
        self._now = now
        self._is_steady = is_steady
        self._ask_at = Millis(0)
        self._patience_ms = 0
        self._untold: tuple[RoomCode, Version] | None = None

    @property
    def is_followed(self) -> bool:
        """Whether the room is brought up to date here with every hint: somebody would be late otherwise."""
        return self._peers.is_alone or self._connections.is_minded or self._connections.is_listened_to

    @property
    def is_left(self) -> bool:
        """Whether the room is left to other processes."""
        return not self.is_followed and bool(self._connections.elsewhere)

    def wake(self, room: Room) -> Millis | None:
        """When the host has to look at the room's clock; None if that is not for it to do."""
        wake = self._wakes_at(room)
        if wake is None or self.is_left:
            return None
        return max(Millis(wake + self._patience_ms), self._ask_at)

    def is_behind(self, room: Room) -> bool:
        """Whether the host has to look at the room's clock anew for somebody who has just come."""
        return self.is_left or plays_alone(room)

    def call_at(self, room: Room, wake: Millis, go: Callable[[], None]) -> asyncio.Handle:
        """Call ``go`` at that moment; for a room that plays by itself, when it has its turn then."""
        call = partial(self.turns.ask, self, go) if plays_alone(room) else go
        return asyncio.get_running_loop().call_later(max(0, wake - self._now()) / 1000, call)

    def choices_due(self, room: Room, now: Millis) -> Iterable[SealForBot]:
        """The choices of the bots whose moment has come."""
        rest = rests_until(room, self.pace, is_watched=self._is_watched)
        return self.thoughts.due(room, now) if rest is None or now >= rest else ()

    def look(self, room: Room) -> None:
        """Lets the room's bots think, if it is minded here."""
        self.thoughts.look(room, self._peers.is_alone or self._connections.is_minded)

    def tell(self, appended: Room | None = None) -> None:
        """Hints of what was appended here, if somebody listens elsewhere; else as soon as somebody does, who may have
        missed it."""
        if appended is not None:
            self._untold = appended.code, appended.version
        if self._untold is not None and self._connections.elsewhere:
            self._peers.hint(*self._untold)
            self._untold = None

    def take(self) -> bool:
        """This process minds the room's clock from now on; whether that is news."""
        if self._connections.is_minded:
            return False
        self._connections.mind(True)
        self._patience_ms, self._ask_at = 0, Millis(0)
        return True

    def give(self) -> bool:
        """Leaves the clock to the others if somebody listens to the room there and nobody here; whether it did."""
        if self._connections.is_listened_to or self._connections.elsewhere <= {MINDING}:
            return False
        self._connections.mind(False)
        return True

    async def minds(self, room: Room, now: Millis) -> bool:
        """Return whether this process carries out what is due in the room at ``now``. Later deadlines have their own
        look. Raises StoreDownError."""
        wake = self._wakes_at(room)
        if wake is None or now < wake or now < self._ask_at or self.is_left:
            return False
        if not self._is_steady():
            self._patience_ms, self._ask_at = 0, Millis(now + PATIENCE_MS)
            return False
        is_minder = await self._peers.mind(room.code)
        self._connections.mind(is_minder)
        self._patience_ms = 0 if is_minder else PATIENCE_MS
        self._ask_at = now if is_minder else Millis(now + PATIENCE_MS)
        return is_minder

    @property
    def _is_watched(self) -> bool:
        """Whether somebody is connected to the room, here or elsewhere."""
        return self._connections.is_listened_to or not self._connections.elsewhere <= {MINDING}

    def _wakes_at(self, room: Room) -> Millis | None:
        later = self.thoughts.put_off
        rest = rests_until(room, self.pace, is_watched=self._is_watched)
        if rest is not None and room.play is not None:
            later = {seat: max(rest, later.get(seat, rest)) for seat in room.play.asks}
        return wakes_at(room, later)
