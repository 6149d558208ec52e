"""Figures and rates of the operator's page."""

import asyncio
import shutil
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from app.backup_note import last_backup
from app.journal.errors import StoreDownError
from app.journal.store import Store
from app.live.expiry import Expiry
from app.live.manager import RoomManager
from app.logs import failures
from app.metrics import Metrics
from app.settings.settings import VERSION, Settings
from app.tasks import end_tasks
from app.web.admin.report import Failure, StatusReport
from app.web.server.forwarded import UntrustedProxies
from app.web.sockets.gateway import Gateway

NEXT_S = 5.0
"""From one look to the next."""

SPAN_S = 60.0
"""Rates are those of so many seconds at most."""


@dataclass(frozen=True, slots=True)
class _Sample:
    at: float
    commands: float
    appends: float
    append_s: float


class Status:
    """Looks after the figures of one process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        manager: RoomManager,
        sockets: Gateway,
        metrics: Metrics,
        expiry: Expiry,
        share: Callable[[int], None],
    ) -> None:
        """``share`` is told how many processes serve the store, now and then."""
        self._settings = settings
        self._store = store
        self._manager = manager
        self._sockets = sockets
        self._metrics = metrics
        self._expiry = expiry
        self._began = time.monotonic()
        self._samples: deque[_Sample] = deque()
        self._known = dict(failures.counts)
        self._share = share
        self.unbelieved = UntrustedProxies(settings.proxies)
        self._task: asyncio.Task[None] | None = None
        share(settings.workers)

    def start(self) -> None:
        """Begin to sample periodically."""
        self._task = asyncio.create_task(self._run(), name="status")

    async def close(self) -> None:
        """Stop sampling."""
        if self._task is not None:
            await end_tasks([self._task])

    async def _run(self) -> None:
        peers = self._store.peers
        while True:
            self.sample()
            # whoever is not heard of for a moment is not gone for good
            with suppress(StoreDownError):
                if not peers.is_alone:
                    self._share(max(self._settings.workers, await peers.alive()))
            await asyncio.sleep(NEXT_S)

    def sample(self) -> None:
        """Record the counters' values now."""
        here = self._metrics.here
        count, spent = (here(f"signet_append_seconds_{what}").get("", 0.0) for what in ("count", "sum"))
        now = time.monotonic()
        self._samples.append(_Sample(now, here("signet_command_seconds_count").get("", 0.0), count, spent))
        while self._samples[0].at < now - SPAN_S:
            self._samples.popleft()
        for kind, times in tuple(failures.counts.items()):
            more = times - self._known.get(kind, 0)
            if more > 0:
                self._metrics.count_failures(kind, more)
            self._known[kind] = times

    async def look(self) -> StatusReport:
        """Return the current figures."""
        self.sample()
        first, last = self._samples[0], self._samples[-1]
        appends = last.appends - first.appends
        processes, store_ms, rooms = await self._look_at_store()
        return StatusReport(
            version=VERSION,
            up_s=round(last.at - self._began, 1),
            processes=processes,
            store="postgresql" if self._settings.is_for_many else "sqlite",
            store_ms=store_ms,
            commit_ms=round((last.append_s - first.append_s) / appends * 1000, 2) if appends else None,
            rooms=rooms,
            rooms_here=self._manager.hosts,
            sockets_here=len(self._sockets),
            commands_per_second=round((last.commands - first.commands) / max(1.0, last.at - first.at), 2),
            refusals={of: round(times) for of, times in sorted(self._metrics.here("signet_refusals_total").items())},
            last_backup_at=last_backup(self._settings.data),
            last_expiry_at=self._expiry.last_at,
            needs_word=self._settings.open_word is not None,
            unbelieved=self.unbelieved.peers,
            disk_free_bytes=None if self._settings.is_for_many else await asyncio.to_thread(self._disk_free),
            failures=tuple(
                Failure(kind, times, failures.last[kind]) for kind, times in sorted(failures.counts.items())
            ),
        )

    async def _look_at_store(self) -> tuple[int | None, float | None, dict[str, int] | None]:
        began = time.perf_counter()
        try:
            await self._store.check()
            took = round((time.perf_counter() - began) * 1000, 2)
            return await self._store.peers.alive(), took, await self._store.count_phases()
        except StoreDownError:
            return None, None, None

    def _disk_free(self) -> int | None:
        try:
            return shutil.disk_usage(self._settings.data).free
        except OSError:
            return None
