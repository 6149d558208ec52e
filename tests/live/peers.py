"""Several server processes on one Postgres, without sockets, and faulty peers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager

from app.journal.errors import ConflictError
from app.journal.peers import Heard, PeersReport
from app.journal.postgres.peers import PostgresPeers
from app.journal.sql.store import SqlStore
from app.rooms.events import Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.live.hurried import WallClock
from tests.live.process import House

LONG_MS = 60_000
"""Timeout of a process, longer than any delay of a busy machine."""

SOON_S = 60.0
TOO_LATE_S = 3.5
"""Timeout longer than three looks."""

Kind = Callable[[str, int], PostgresPeers]


class ContestedStore(SqlStore):
    """Store that counts lost races."""

    lost = 0

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        try:
            await super().append(room, expected, entries, phase, wake_at)
        except ConflictError:
            self.lost += 1
            raise


class Mute(PostgresPeers):
    """Peers whose hints are all lost."""

    def hint(self, room: RoomCode, version: Version) -> None:
        """Notify nobody."""


class Blind(PostgresPeers):
    """Peers that see connections, but no appended versions."""

    async def look(self, rooms: Collection[RoomCode]) -> PeersReport:
        """Return no versions."""
        return PeersReport(elsewhere=(await super().look(rooms)).elsewhere)


class MuteAndBlind(Mute, Blind):
    """Peers that neither send hints nor see versions."""


class Stammering(PostgresPeers):
    """Peers that repeat each hint, the old ones last."""

    async def start(self, heard: Heard) -> None:
        """Implement Neighbours."""

        def repeat_hint(room: RoomCode, version: Version | None) -> None:
            for told in (version, version, None, Version(1), version):
                heard(room, told)

        await super().start(repeat_hint)


class Grasping(PostgresPeers):
    """Peers that claim every room."""

    async def take(self, room: RoomCode) -> bool:
        """Take the room without asking."""
        return True


class Unaware(PostgresPeers):
    """Peers that see themselves as the only process, so they skip the look."""

    is_alone = True


@asynccontextmanager
async def neighbourhood(url: str, count: int = 2, kind: Kind = PostgresPeers) -> AsyncIterator[list[House]]:
    """Start so many processes of that kind, on one clock."""
    clock = WallClock()
    houses = []
    try:
        for _ in range(count):
            store = ContestedStore(url, trust_disk_off=True)
            store.peers = kind(url, LONG_MS)
            houses.append(House(store, clock))
            await houses[-1].manager.start()
        yield houses
    finally:
        for house in houses:
            await house.manager.close()
            await house.store.close()


async def comes_true(holds: Callable[[], Awaitable[bool]], within: float = SOON_S) -> None:
    """Wait until the condition holds. Raises TimeoutError."""
    async with asyncio.timeout(within):
        while not await holds():
            await asyncio.sleep(0.01)


def count_lost_races(houses: list[House]) -> int:
    """Count the appends that came second."""
    return sum(house.store.lost for house in houses if isinstance(house.store, ContestedStore))
