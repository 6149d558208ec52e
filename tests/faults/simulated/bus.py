"""Messages among simulated processes: lost, doubled or late hints, and presence."""

import asyncio
import random
from collections.abc import Collection
from dataclasses import dataclass, field

from app.journal.errors import StoreDownError
from app.journal.peers import Heard, PeersReport
from app.journal.postgres.peers import FRESH_MS
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from tests.faults.simulated.chance import Weather
from tests.faults.simulated.database import Database
from tests.faults.simulated.process import Process

FRESH_S = FRESH_MS / 1000
MOST_COPIES = 3


@dataclass
class Bus:
    """Shared database state beside the journal.

    It holds the processes, who is connected to them, and which rooms they own."""

    beaten: dict[str, float] = field(default_factory=dict)
    owners: dict[RoomCode, str] = field(default_factory=dict)
    present: dict[str, dict[RoomCode, frozenset[Digest]]] = field(default_factory=dict)
    connections: dict[str, Heard] = field(default_factory=dict)

    def is_alive(self, name: str) -> bool:
        """Return whether that process was heard of lately."""
        now = asyncio.get_running_loop().time()
        return now - self.beaten.get(name, float("-inf")) < FRESH_S

    def takes(self, name: str, room: RoomCode) -> bool:
        """Return whether that process takes the room now."""
        owner = self.owners.get(room, name)
        if owner != name and self.is_alive(owner):
            return False
        self.owners[room] = name
        return True


class SimulatedPeers:
    """Other processes, as one of them knows them."""

    is_alone = False

    def __init__(self, bus: Bus, database: Database, process: Process, weather: Weather, rng: random.Random) -> None:
        self._bus = bus
        self._database = database
        self._process = process
        self._name = process.name
        self._weather = weather
        self._rng = rng
        self._owned: set[RoomCode] = set()
        self._beaten_at = float("-inf")

    async def start(self, heard: Heard) -> None:
        """Start as Peers does."""
        await self._beat()
        self._bus.connections[self._name] = heard

    def hint(self, room: RoomCode, version: Version) -> None:
        """Hint as Peers does; each hint has its own delay and fate."""
        self._tell(room, version)

    def show(self, room: RoomCode, holders: frozenset[Digest]) -> None:
        """Show as Peers does."""
        if self._process.is_dead:
            return
        mine = self._bus.present.setdefault(self._name, {})
        if mine.get(room, frozenset()) != holders:
            mine[room] = holders
            self._tell(room, None)

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Look as Peers does."""
        await self._beat()
        others = [name for name in self._bus.present if name != self._name and self._bus.is_alive(name)]
        elsewhere = {
            room: holders
            for room in rooms
            if (holders := frozenset[Digest]().union(*(self._bus.present[name].get(room, ()) for name in others)))
        }
        return PeersReport(dict.fromkeys(rooms, self._database.version), elsewhere)

    async def take(self, room: RoomCode) -> bool:
        """Take a room as Peers does.

        The process believes in its ownership for a while, right or wrong."""
        is_fresh = asyncio.get_running_loop().time() - self._beaten_at < FRESH_S
        if room in self._owned and is_fresh:
            return True
        await self._beat()
        if self._bus.takes(self._name, room):
            self._owned.add(room)
        else:
            self._owned.discard(room)
        return room in self._owned

    async def take_due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Take due rooms as Peers does."""
        await self._way()
        rooms = tuple(room for room in await self._database.due(before) if self._bus.takes(self._name, room))
        self._owned.update(rooms)
        return rooms

    async def release(self, room: RoomCode) -> None:
        """Release as Peers does."""
        await self._way()
        self._owned.discard(room)
        if self._bus.owners.get(room) == self._name:
            del self._bus.owners[room]

    async def alive(self) -> int:
        """Count live processes as Peers does."""
        await self._way()
        return sum(self._bus.is_alive(name) for name in self._bus.beaten)

    async def close(self) -> None:
        """Close as Peers does."""
        await self._process.gate()
        self._bus.connections.pop(self._name, None)
        self._bus.beaten.pop(self._name, None)

    async def _beat(self) -> None:
        await self._way()
        at = asyncio.get_running_loop().time()
        if at - self._beaten_at >= FRESH_S:
            self._owned.clear()
        self._beaten_at = self._bus.beaten[self._name] = at

    async def _way(self) -> None:
        await self._process.gate()
        await asyncio.sleep(self._weather.delay(self._rng))
        await self._process.gate()
        if self._database.is_away or self._rng.random() < self._weather.store_fails:
            raise StoreDownError("the database is away")

    def _tell(self, room: RoomCode, version: Version | None) -> None:
        loop = asyncio.get_running_loop()
        for name, heard in tuple(self._bus.connections.items()):
            if name == self._name or self._process.is_dead or self._rng.random() < self._weather.hint_lost:
                continue
            copies = MOST_COPIES if self._rng.random() < self._weather.hint_doubled else 1
            for _ in range(copies):
                loop.call_later(self._weather.delay(self._rng), heard, room, version)
