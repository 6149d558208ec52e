"""Simulated database, and a process's access to it: slow, failing or ended."""

import asyncio
import random
from collections.abc import Callable, Sequence

from app.journal.errors import StoreDownError, UnknownOutcomeError
from app.journal.peers import Peers
from app.journal.store import START, HeldSeat
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from tests.faults.simulated.chance import Weather
from tests.faults.simulated.handing_on import HandingOn
from tests.faults.simulated.process import Process
from tests.journal.memory_store import MemoryStore


class Database(MemoryStore):
    """Committed entries with their times."""

    def __init__(self, clock: Callable[[], Millis]) -> None:
        super().__init__()
        self.moments: list[Millis] = []
        """Times at which the room's entries were committed, by the true clock."""
        self.is_away = False
        self._clock = clock

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Append as Store does."""
        await super().append(room, expected, entries, phase, wake_at)
        self.moments += [self._clock()] * len(entries)

    @property
    def version(self) -> Version:
        """Version of the one room."""
        return Version(len(self.moments))

    async def close(self) -> None:
        """Do nothing: a database outlives its users."""


class Reached(HandingOn):
    """Database as one process reaches it."""

    def __init__(
        self, database: Database, peers: Peers, process: Process, weather: Weather, rng: random.Random
    ) -> None:
        super().__init__(database)
        self._database = database
        self._peers = peers
        self._process = process
        self._weather = weather
        self._rng = rng

    @property
    def peers(self) -> Peers:
        """Peers of the process, as in Store."""
        return self._peers

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Append as Store does.

        An append that was sent is executed even if its process dies meanwhile."""
        await self._way()
        self._may_die(self._weather.dies_before)
        is_unknown, is_written = self._rng.random() < self._weather.fate_unknown, self._rng.random() < 0.5
        if is_written or not is_unknown:
            await super().append(room, expected, entries, phase, wake_at)
        self._may_die(self._weather.dies_after)
        await asyncio.sleep(self._weather.delay(self._rng))
        await self._process.gate()
        if is_unknown:
            raise UnknownOutcomeError("the connection broke")

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Load as Store does."""
        await self._way()
        return await super().load(room, after)

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Find a room as Store does."""
        await self._way()
        return await super().room_joined_by(code)

    async def rooms_held(self, holder: Digest) -> tuple[HeldSeat, ...]:
        """List rooms as Store does."""
        await self._way()
        return await super().rooms_held(holder)

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Return revoked devices as Store does."""
        await self._way()
        return await super().load_revoked(code)

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Return due rooms as Store does."""
        await self._way()
        return await super().due(before)

    async def beat(self, now: Millis) -> None:
        """Beat as Store does."""
        await self._way()
        await super().beat(now)

    async def last_beat(self) -> Millis | None:
        """Return the last beat as Store does."""
        await self._way()
        return await super().last_beat()

    async def _way(self) -> None:
        await self._process.gate()
        await asyncio.sleep(self._weather.delay(self._rng))
        await self._process.gate()
        if self._database.is_away or self._rng.random() < self._weather.store_fails:
            raise StoreDownError("the database is away")

    def _may_die(self, chance: float) -> None:
        if self._rng.random() < chance:
            self._process.kill()
            raise asyncio.CancelledError
