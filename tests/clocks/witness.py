"""Store that records the true time of each write."""

import asyncio
from collections.abc import Sequence

from app.rooms.events import Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock


class WitnessStore(MemoryStore):
    """Store that keeps each entry's true time of writing."""

    def __init__(self, clock: WallClock) -> None:
        super().__init__()
        self._clock = clock
        self._written: list[tuple[Entry, Millis]] = []
        self.versions: dict[RoomCode, Version] = {}

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Append as Store does."""
        now = self._clock()
        try:
            await super().append(room, expected, entries, phase, wake_at)
        except asyncio.CancelledError:
            # The process was killed while it waited for the disk, which has the entries nevertheless.
            self._record(room, entries, now)
            raise
        self._record(room, entries, now)

    def _record(self, room: RoomCode, entries: Sequence[Entry], now: Millis) -> None:
        self._written += [(entry, now) for entry in entries]
        self.versions[room] = entries[-1].version

    def drain(self) -> list[tuple[Entry, Millis]]:
        """Return the entries written since the last call, with their times."""
        written, self._written = self._written, []
        return written
