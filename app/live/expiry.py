"""Rooms at rest that nobody comes back to are deleted, a few at a time."""

import asyncio
from collections.abc import Callable

import structlog

from app.journal.errors import StoreDownError
from app.journal.peers import Peers
from app.live.manager import RoomManager
from app.rooms.model.ids import Millis, RoomCode
from app.tasks import end_tasks

log = structlog.get_logger(__name__)

DAY_MS = 24 * 3600 * 1000
MOST_AT_ONCE = 10
"""Rooms of one sweep: so few that no append waits for it."""

FIRST_S = 600.0
"""No sweep before: a machine that has just started may not know the time yet."""

NEXT_S = 3600.0
MORE_S = 10.0
"""From a sweep that found as many as it may take to the next."""

EXPIRY = RoomCode("expiry")
"""No room's code; the process that owns it sweeps, so that one alone does."""


class Expiry:
    """The sweep, in the one process that owns it."""

    def __init__(
        self,
        manager: RoomManager,
        peers: Peers,
        now: Callable[[], Millis],
        keep_days: int,
        forget: Callable[[RoomCode], None],
    ) -> None:
        """Take the days to keep; 0 keeps all rooms for ever.

        ``forget`` is called with each deleted room."""
        self._manager = manager
        self._peers = peers
        self._now = now
        self._keep_days = keep_days
        self._forget = forget
        self._task: asyncio.Task[None] | None = None
        self.last_at: float | None = None
        """Time of this process's last sweep, in seconds since the epoch."""

    def start(self) -> None:
        """Begin to sweep periodically, unless rooms are kept for ever."""
        if self._keep_days:
            self._task = asyncio.create_task(self._run(), name="expiry")

    async def close(self) -> None:
        """Stop sweeping."""
        if self._task is not None:
            await end_tasks([self._task])

    async def sweep(self) -> int:
        """Delete the oldest expired rooms and return how many. Raises StoreDownError."""
        if not self._keep_days or not await self._peers.take(EXPIRY):
            return 0
        self.last_at = self._now() / 1000
        gone = await self._manager.expire(Millis(self._now() - self._keep_days * DAY_MS), MOST_AT_ONCE)
        for code in gone:
            self._forget(code)
        if gone:
            log.info("rooms expired", rooms=len(gone))
        return len(gone)

    async def _run(self) -> None:
        await asyncio.sleep(FIRST_S)
        while True:
            found = 0
            try:
                found = await self.sweep()
            except StoreDownError as error:
                log.warning("no rooms expired", error=str(error))
            except Exception:
                # whatever it is: the next sweep may fare better
                log.exception("expiry failed")
            await asyncio.sleep(MORE_S if found == MOST_AT_ONCE else NEXT_S)
