"""Ownership of a room: one process at a time carries out what comes due in it.

The owner is a process in which somebody listens to the room. A process without a listener leaves the room to one that
has some. It then reads the journal only when it is asked."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from app.journal.peers import Peers
from app.live.host.clock import Now
from app.live.host.connections import OWNING, RoomConnections
from app.live.host.pace import Pace, Turns, plays_alone, rests_until
from app.live.host.pending_bot_moves import PendingBotMoves
from app.rooms.commands import SealForBot
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Millis, RoomCode, Version
from app.rooms.model.room import Room

PATIENCE_MS = 1_000
"""Wait of a host before it tries to take the room from its owner."""


class Ownership:
    """Part of one process in carrying out what comes due in one room."""

    def __init__(self, peers: Peers, connections: RoomConnections, now: Now, is_steady: Callable[[], bool]) -> None:
        """Own nothing yet.

        ``now`` gives the time in the room; ``is_steady`` tells whether its clock may strike."""
        self.pending_bot_moves = PendingBotMoves(now)
        self.pace = Pace()
        """Limits of how fast the room may play by itself."""
        self.turns = Turns()
        """Turns of the rooms that play by themselves."""
        self._peers = peers
        self._connections = connections
        self._now = now
        self._is_steady = is_steady
        self._ask_at = Millis(0)
        self._patience_ms = 0
        self._untold: tuple[RoomCode, Version] | None = None

    @property
    def is_followed(self) -> bool:
        """True if every hint brings the room up to date here.

        This holds where somebody listens and in the owner."""
        return self._peers.is_alone or self._connections.is_owner or self._connections.is_listened_to

    @property
    def is_owned_elsewhere(self) -> bool:
        """True if nobody here follows the room while somebody elsewhere does."""
        return not self.is_followed and bool(self._connections.elsewhere)

    def next_deadline(self, room: Room) -> Millis | None:
        """Return when to look at the room's clock; None if another process does that."""
        wake = self._next_deadline(room)
        if wake is None or self.is_owned_elsewhere:
            return None
        return max(Millis(wake + self._patience_ms), self._ask_at)

    def is_behind(self, room: Room) -> bool:
        """Return whether a new listener makes the host look at the room's clock again."""
        return self.is_owned_elsewhere or plays_alone(room)

    def call_at(self, room: Room, wake: Millis, go: Callable[[], None]) -> asyncio.Handle:
        """Call ``go`` at ``wake``; a room that plays by itself waits for its turn."""
        call = partial(self.turns.ask, self, go) if plays_alone(room) else go
        return asyncio.get_running_loop().call_later(max(0, wake - self._now()) / 1000, call)

    def choices_due(self, room: Room, now: Millis) -> Iterable[SealForBot]:
        """Return the choices of the bots whose moment has come."""
        rest = rests_until(room, self.pace, is_watched=self._is_watched)
        return self.pending_bot_moves.due(room, now) if rest is None or now >= rest else ()

    def look(self, room: Room) -> None:
        """Let the room's bots think if this process owns the room."""
        self.pending_bot_moves.look(room, self._peers.is_alone or self._connections.is_owner)

    def tell(self, appended: Room | None = None) -> None:
        """Send a hint of the last append to other processes.

        If nobody listens elsewhere, the hint waits until somebody does."""
        if appended is not None:
            self._untold = appended.code, appended.version
        if self._untold is not None and self._connections.elsewhere:
            self._peers.hint(*self._untold)
            self._untold = None

    def take(self) -> bool:
        """Make this process the owner of the room. Return False if it was already."""
        if self._connections.is_owner:
            return False
        self._connections.set_owner(True)
        self._patience_ms, self._ask_at = 0, Millis(0)
        return True

    def release(self) -> bool:
        """Give up the room if somebody listens elsewhere and nobody here.

        Return whether it did."""
        if self._connections.is_listened_to or self._connections.elsewhere <= {OWNING}:
            return False
        self._connections.set_owner(False)
        return True

    async def take_if_due(self, room: Room, now: Millis) -> bool:
        """Take the room if something is due in it at ``now``.

        Return whether this process owns it then. Raises StoreDownError."""
        wake = self._next_deadline(room)
        if wake is None or now < wake or now < self._ask_at or self.is_owned_elsewhere:
            return False
        if not self._is_steady():
            self._patience_ms, self._ask_at = 0, Millis(now + PATIENCE_MS)
            return False
        is_owner = await self._peers.take(room.code)
        self._connections.set_owner(is_owner)
        self._patience_ms = 0 if is_owner else PATIENCE_MS
        self._ask_at = now if is_owner else Millis(now + PATIENCE_MS)
        return is_owner

    @property
    def _is_watched(self) -> bool:
        """True if somebody is connected to the room, here or in another process."""
        return self._connections.is_listened_to or not self._connections.elsewhere <= {OWNING}

    def _next_deadline(self, room: Room) -> Millis | None:
        later = self.pending_bot_moves.put_off
        rest = rests_until(room, self.pace, is_watched=self._is_watched)
        if rest is not None and room.play is not None:
            later = {seat: max(rest, later.get(seat, rest)) for seat in room.play.asks}
        return next_deadline(room, later)
