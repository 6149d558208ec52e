"""The database of the simulation, and how a process reaches it: slowly, not at all, or for the last time."""

import asyncio
import random
from collections.abc import Callable, Sequence

from app.journal.errors import OutcomeUnknown, StoreDownError
from app.journal.peers import Peers
from app.journal.store import START
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.faults.simulated.chance import Weather
from tests.faults.simulated.handing_on import HandingOn
from tests.faults.simulated.process import Process
from tests.journal.memory_store import MemoryStore


class Database(MemoryStore):
    """What is committed, and when it was."""

    def __init__(self, clock: Callable[[], Millis]) -> None:
        super().__init__()
        self.moments: list[Millis] = []
        """When each entry of the one room was committed, by the true clock."""
        self.is_away = False
        self._clock = clock

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        await super().append(room, expected, entries, phase, wake_at)
        self.moments += [self._clock()] * len(entries)

    @property
    def version(self) -> Version:
        """How far the one room has come."""
        return Version(len(self.moments))

    async def close(self) -> None:
        """A database outlives those who use it."""


class Reached(HandingOn):
    """The database as one process reaches it."""

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
        """Implement Store."""
        return self._peers

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store. An append that has been sent off is carried out though its process dies meanwhile."""
        await self._way()
        self._may_die(self._weather.dies_before)
        is_unknown, is_written = self._rng.random() < self._weather.fate_unknown, self._rng.random() < 0.5
        if is_written or not is_unknown:
            await super().append(room, expected, entries, phase, wake_at)
        self._may_die(self._weather.dies_after)
        await asyncio.sleep(self._weather.delay(self._rng))
        await self._process.gate()
        if is_unknown:
            raise OutcomeUnknown("the connection broke")

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Implement Store."""
        await self._way()
        return await super().load(room, after)

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Implement Store."""
        await self._way()
        return await super().room_joined_by(code)

    async def rooms_held(self, holder: Digest) -> tuple[tuple[RoomCode, Seat], ...]:
        """Implement Store."""
        await self._way()
        return await super().rooms_held(holder)

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Implement Store."""
        await self._way()
        return await super().load_revoked(code)

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Implement Store."""
        await self._way()
        return await super().due(before)

    async def beat(self, now: Millis) -> None:
        """Implement Store."""
        await self._way()
        await super().beat(now)

    async def last_beat(self) -> Millis | None:
        """Implement Store."""
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
