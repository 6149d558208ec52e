"""Cache of pages about finished games, as bytes.

A finished game never changes, so each page is computed once. A caller checks access to a page before it asks here.
The key holds all inputs of the page: game, perspective, viewer, link, language and address of the server."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Protocol

from app.live.work_queue import Asker, Before, WorkQueue
from app.rooms.model.ids import RoomCode

MOST_BYTES = 32 * 1024 * 1024
"""Bytes of all pages together, keys included."""

MOST_OF_ONE = MOST_BYTES // 8
"""A larger page is not cached."""

OVERHEAD = 512
"""Bytes that an entry takes besides its text."""

Key = tuple[Hashable, ...]


class CacheMetrics(Protocol):
    """Counters of the cache."""

    def history_page(self, source: str) -> None:
        """Count one answered page: ``cached`` or ``computed``."""
        ...

    def history_cached(self, size: int) -> None:
        """Record the size of the cache in bytes."""
        ...


class HistoryCache:
    """The cache of one server."""

    def __init__(self, queue: WorkQueue, metrics: CacheMetrics | None = None, most_bytes: int = MOST_BYTES) -> None:
        self.queue = queue
        self._metrics = metrics
        self._most_bytes = most_bytes
        self._pages: OrderedDict[tuple[RoomCode, Key], bytes] = OrderedDict()
        self._bytes = 0
        self._forgotten = 0

    @property
    def size(self) -> int:
        """Bytes that the cache holds."""
        return self._bytes

    def find_page(self, code: RoomCode, key: Key | None) -> bytes | None:
        """Return the room's page with that key; None if it is not in the cache."""
        entry = (code, key or ())
        page = self._pages.get(entry)
        if page is not None:
            self._pages.move_to_end(entry)
            self._count("cached")
        return page

    async def page(
        self,
        asker: Asker,
        code: RoomCode,
        key: Key | None,
        draw: Callable[[], bytes],
        before: Before | None = None,
        *,
        is_admitted: bool = False,
    ) -> bytes:
        """Return the room's page with that key, from the cache or computed.

        ``draw`` runs in the queue's thread, after ``before`` was awaited. ``key`` None: the page can still change,
        so it is not cached. ``is_admitted``: charged, but never refused. Raises OverBudgetError, QueueFullError and
        whatever ``draw`` and ``before`` raise."""
        page = self.find_page(code, key)
        if page is not None:
            return page
        if key is None:
            self._count("computed")
            return await self.queue.run(asker, draw, before=before, is_admitted=is_admitted)
        entry = (code, key)
        forgotten = self._forgotten
        page = await self.queue.run(asker, draw, key=("page", *entry), before=before, is_admitted=is_admitted)
        # of several callers that waited for one computation, the first resumes first
        self._count("cached" if entry in self._pages else "computed")
        # do not cache pages of a room deleted meanwhile
        if forgotten == self._forgotten:
            self._put(entry, page)
        return page

    def forget(self, code: RoomCode) -> None:
        """Drop all pages of a room, those included that are being drawn."""
        self._forgotten += 1
        for entry in [entry for entry in self._pages if entry[0] == code]:
            self._drop(entry)
        self._tell()

    def _put(self, entry: tuple[RoomCode, Key], page: bytes) -> None:
        size = _size(entry[1], page)
        if entry in self._pages or size > min(MOST_OF_ONE, self._most_bytes):
            return
        self._pages[entry] = page
        self._bytes += size
        while self._bytes > self._most_bytes:
            self._drop(next(iter(self._pages)))
        self._tell()

    def _drop(self, entry: tuple[RoomCode, Key]) -> None:
        self._bytes -= _size(entry[1], self._pages.pop(entry))

    def _count(self, source: str) -> None:
        if self._metrics is not None:
            self._metrics.history_page(source)

    def _tell(self) -> None:
        if self._metrics is not None:
            self._metrics.history_cached(self._bytes)


def _size(key: Key, page: bytes) -> int:
    return len(page) + OVERHEAD + len(repr(key))
