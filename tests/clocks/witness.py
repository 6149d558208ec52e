"""A store that remembers when things were really written."""

import asyncio
from collections.abc import Sequence

from app.rooms.events import Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock


class WitnessStore(MemoryStore):
    """Keeps the true time at which each entry was written."""

    def __init__(self, clock: WallClock) -> None:
        super().__init__()
        self._clock = clock
        self._written: list[tuple[Entry, Millis]] = []
        self.versions: dict[RoomCode, Version] = {}

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        now = self._clock()
        try:
            await super().append(room, expected, entries, phase, wake_at)
        except asyncio.CancelledError:
            # the process was killed while it waited for the disk, which has the entries all the same
            self._witnesses(room, entries, now)
            raise
        self._witnesses(room, entries, now)

    def _witnesses(self, room: RoomCode, entries: Sequence[Entry], now: Millis) -> None:
        self._written += [(entry, now) for entry in entries]
        self.versions[room] = entries[-1].version

    def written(self) -> list[tuple[Entry, Millis]]:
        """What was written since the last call."""
        written, self._written = self._written, []
        return written
