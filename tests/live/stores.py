"""Stores that misbehave as real ones do: slow, failing, dying. All keep the contract of ``app.journal.store``."""

import asyncio
from collections.abc import Sequence
from typing import Literal

from app.journal.errors import OutcomeUnknown, StoreDownError
from app.rooms.events import Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.journal.memory_store import MemoryStore

EVERYTHING = Version(0)


class CountingStore(MemoryStore):
    """Keeps the sizes of the appends that were committed."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        await super().append(room, expected, entries, phase, wake_at)
        self.sizes.append(len(entries))


class HeldStore(CountingStore):
    """A slow disk: while ``free`` is clear, appends wait."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.free.set()

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        await self.free.wait()
        await super().append(room, expected, entries, phase, wake_at)


class FailingStore(CountingStore):
    """A full disk or a lost connection: so many of the next appends and loads fail, and so many appends fail after
    they were committed."""

    def __init__(self) -> None:
        super().__init__()
        self.failing_room: RoomCode | None = None
        self.failing_appends = 0
        self.failing_loads = 0
        self.unknown_fates = 0

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        if self.failing_appends or room == self.failing_room:
            self.failing_appends = max(0, self.failing_appends - 1)
            raise StoreDownError("no space left on device")
        await super().append(room, expected, entries, phase, wake_at)
        if self.unknown_fates:
            self.unknown_fates -= 1
            raise OutcomeUnknown("the connection broke")

    async def load(self, room: RoomCode, after: Version = EVERYTHING) -> tuple[Entry, ...]:
        """Implement Store."""
        if self.failing_loads:
            self.failing_loads -= 1
            raise StoreDownError("the database is away")
        return await super().load(room, after)


class DyingStore(CountingStore):
    """The process dies at a point of an append: who called it never goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.dies: Literal["before the append", "after the append"] | None = None

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        if self.dies == "before the append":
            raise asyncio.CancelledError
        await super().append(room, expected, entries, phase, wake_at)
        if self.dies == "after the append":
            raise asyncio.CancelledError


class AwayStore(CountingStore):
    """A database that is away for a while: nothing can be asked of it, nothing is written."""

    is_away = False

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        await self.check()
        await super().append(room, expected, entries, phase, wake_at)

    async def check(self) -> None:
        """As in Store: whatever only reads asks this first."""
        if self.is_away:
            raise StoreDownError("the database is away")
        await super().check()


class BeatlessStore(MemoryStore):
    """A database that breaks down at each heartbeat, after all that comes before it was written."""

    is_beatless = False

    async def beat(self, at: Millis) -> None:
        """Implement Store."""
        if self.is_beatless:
            raise StoreDownError("the connection broke")
        await super().beat(at)
