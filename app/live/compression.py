"""Compression of the journals of rooms at rest, one after the other."""

import asyncio
from collections.abc import Callable

import structlog

from app.journal.store import Store
from app.live.sweeping import NEXT_S, Sweeping
from app.rooms.model.ids import Millis, RoomCode

log = structlog.get_logger(__name__)

REST_MS = 24 * 3600 * 1000
"""Time without any entry after which a room is at rest."""

FIRST_S = 3600.0
"""No sweep before: a process of an earlier release may still run.

It reads no compressed journal."""

PAUSE_S = 0.25
"""Time between two rooms, in which appends go first."""

MOST_AT_ONCE = 100
"""Rooms looked up at once."""


class Compression:
    """Sweep of one process.

    Of several that sweep at once each takes the rooms that no other is at."""

    def __init__(self, store: Store, now: Callable[[], Millis]) -> None:
        self._store = store
        self._now = now
        self._sweeping = Sweeping("compression", FIRST_S, self._run)

    def start(self) -> None:
        """Begin to sweep periodically."""
        self._sweeping.start()

    async def close(self) -> None:
        """Stop sweeping."""
        await self._sweeping.close()

    async def sweep(self) -> int:
        """Compress all journals at rest and return how many. Raises StoreDownError."""
        done, last, before = 0, RoomCode(""), Millis(self._now() - REST_MS)
        while found := await self._store.find_compressible(before, last, MOST_AT_ONCE):
            for last in found:
                done += await self._store.compress(last, before)
                await asyncio.sleep(PAUSE_S)
        if done:
            log.info("journals compressed", rooms=done)
        return done

    async def _run(self) -> float:
        await self.sweep()
        return NEXT_S
