"""Sweep that records reminders of dates in their rooms.

The journal has each reminder once, whichever process records it. The dispatcher then sends it."""

from collections.abc import Callable

import structlog

from app.journal.errors import StoreDownError
from app.journal.store import Store
from app.live.errors import RoomDamagedError
from app.live.host.requests import Request
from app.live.manager import RoomManager
from app.live.sweeping import Sweeping
from app.rooms.commands import RemindOfDate
from app.rooms.model.ids import Millis, RoomCode

log = structlog.get_logger(__name__)

SWEEP_S = 20.0

LATE_MS = 5_000
"""Time in which a room's own clock has acted, so that only dates are left."""

MOST_AT_ONCE = 100
"""Rooms looked up at once."""

DATES = RoomCode("dates")
"""No room's code; the process that owns it sweeps, so that one alone does."""


class DateReminders:
    """The sweep, in the one process that owns it."""

    def __init__(self, manager: RoomManager, store: Store, now: Callable[[], Millis]) -> None:
        self._manager = manager
        self._store = store
        self._now = now
        self._sweeping = Sweeping("dates", SWEEP_S, self._run)

    def start(self) -> None:
        """Begin to sweep periodically."""
        self._sweeping.start()

    async def close(self) -> None:
        """Stop sweeping."""
        await self._sweeping.close()

    async def sweep(self) -> None:
        """Record what is due in all rooms. Raises StoreDownError."""
        if not await self._store.peers.take(DATES):
            return
        last, before = RoomCode(""), Millis(self._now() - LATE_MS)
        while found := await self._store.find_overdue(before, last, MOST_AT_ONCE):
            for last in found:
                try:
                    await self._manager.submit(last, Request(lambda _: RemindOfDate(), None))
                except RoomDamagedError:
                    continue

    async def _run(self) -> float:
        try:
            await self.sweep()
        except StoreDownError as error:
            # a reminder cannot wait as long as other sweeps
            log.warning("no reminders", error=str(error))
        return SWEEP_S
