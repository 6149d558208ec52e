"""Rooms at rest that nobody comes back to are deleted, a few at a time."""

from collections.abc import Callable

import structlog

from app.journal.peers import Peers
from app.live.manager import RoomManager
from app.live.sweeping import NEXT_S, Sweeping
from app.rooms.model.ids import Millis, RoomCode

log = structlog.get_logger(__name__)

DAY_MS = 24 * 3600 * 1000
MOST_AT_ONCE = 10
"""Rooms of one sweep: so few that no append waits for it."""

FIRST_S = 600.0
"""No sweep before: a machine that has just started may not know the time yet."""

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
        self._sweeping = Sweeping("expiry", FIRST_S, self._run)
        self.last_at: float | None = None
        """Time of this process's last sweep, in seconds since the epoch."""

    def start(self) -> None:
        """Begin to sweep periodically, unless rooms are kept for ever."""
        if self._keep_days:
            self._sweeping.start()

    async def close(self) -> None:
        """Stop sweeping."""
        await self._sweeping.close()

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

    async def _run(self) -> float:
        return MORE_S if await self.sweep() == MOST_AT_ONCE else NEXT_S
