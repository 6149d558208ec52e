"""Heartbeat in the store. While it goes on, deadlines may pass.

After it stood still the time is given back first. The server may have been down, asleep or without its database."""

from collections.abc import Awaitable, Callable

from app.journal.store import Store
from app.rooms.model.ids import Millis

BEAT_S = 5.0
OUTAGE_MS = 10_000
"""A gap between heartbeats longer than this counts as an outage."""
OUTAGE_EXTRA_MS = 15_000
"""Milliseconds given back in addition: players need a moment to return."""


class Heartbeat:
    """The heartbeat of this process, shared with all others on the store."""

    def __init__(
        self, store: Store, now: Callable[[], Millis], give_back: Callable[[Millis, Millis], Awaitable[Millis]]
    ) -> None:
        """Take ``give_back``, called with the last heartbeat and the time to give back.

        It returns the time up to which everything is given back."""
        self._store = store
        self._now = now
        self._give_back = give_back
        self._beaten_at: Millis | None = None

    async def beat(self) -> None:
        """Beat once, after giving back an outage. Raises StoreDownError."""
        now = self._now()
        last = await self._store.last_beat()
        if last is not None and self._beaten_at is not None:
            # another process whose clock is behind may have beaten last: that is no outage
            last = max(last, self._beaten_at)
        if last is not None and now - last > OUTAGE_MS:
            # many rooms take a while, which must not count as the next outage
            now = await self._give_back(last, Millis(now - last + OUTAGE_EXTRA_MS))
        await self._store.beat(now)
        self._beaten_at = now

    def is_steady(self) -> bool:
        """Return whether no outage can have gone unnoticed, also before the first beat."""
        return self._beaten_at is None or self._now() - self._beaten_at <= OUTAGE_MS
