"""Faulty stores: slow, failing, dying. All keep the contract of ``Store``."""

import asyncio
from collections.abc import Sequence
from typing import Literal

from app.journal.errors import StoreDownError, UnknownOutcomeError
from app.rooms.events import Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.journal.memory_store import MemoryStore

EVERYTHING = Version(0)


class CountingStore(MemoryStore):
    """Store that records the sizes of committed appends."""

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
    """Slow disk: while ``free`` is clear, appends wait."""

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
    """Store with a full disk or a lost connection.

    So many of the next appends and loads fail, and so many appends fail after their commit."""

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
            raise UnknownOutcomeError("the connection broke")

    async def load(self, room: RoomCode, after: Version = EVERYTHING) -> tuple[Entry, ...]:
        """Implement Store."""
        if self.failing_loads:
            self.failing_loads -= 1
            raise StoreDownError("the database is away")
        return await super().load(room, after)


class DyingStore(CountingStore):
    """Store whose process dies at a point of an append: its caller never resumes."""

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
    """Database that is unreachable for a while, for reads and writes."""

    is_away = False

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store."""
        await self.check()
        await super().append(room, expected, entries, phase, wake_at)

    async def check(self) -> None:
        """Check the connection as Store does, before each read."""
        if self.is_away:
            raise StoreDownError("the database is away")
        await super().check()


class BeatlessStore(MemoryStore):
    """Database that breaks down at each heartbeat, after all earlier writes."""

    is_beatless = False

    async def beat(self, at: Millis) -> None:
        """Implement Store."""
        if self.is_beatless:
            raise StoreDownError("the connection broke")
        await super().beat(at)
