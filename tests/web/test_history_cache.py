"""Cache of pages about finished games: bounded, and free of anything mutable."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.live.work_queue import Asker, WorkQueue
from app.rooms.model.ids import RoomCode
from app.web.history_cache import OVERHEAD, HistoryCache

ASKER = Asker("192.0.2.1")
ROOM, OTHER = RoomCode("K7QF2M9X"), RoomCode("AAAA2222")


@pytest_asyncio.fixture
async def queue() -> AsyncIterator[WorkQueue]:
    """Queue without a budget."""
    made = WorkQueue()
    yield made
    made.close()


def count_call(text: bytes, times: list[int]) -> bytes:
    """Return the text, and count the call in ``times``."""
    times.append(1)
    return text


@pytest.mark.asyncio
async def test_a_page_is_made_once(queue: WorkQueue) -> None:
    cache, times = HistoryCache(queue), list[int]()
    for _ in range(3):
        assert await cache.page(ASKER, ROOM, ("film", 1), lambda: count_call(b"film", times)) == b"film"
    assert times == [1]
    assert await cache.page(ASKER, ROOM, ("film", 2), lambda: b"other") == b"other"
    assert await cache.page(ASKER, OTHER, ("film", 1), lambda: b"of another room") == b"of another room"


@pytest.mark.asyncio
async def test_what_can_change_is_made_each_time(queue: WorkQueue) -> None:
    cache, times = HistoryCache(queue), list[int]()
    for _ in range(3):
        await cache.page(ASKER, ROOM, None, lambda: count_call(b"now", times))
    assert len(times) == 3
    assert cache.size == 0
    assert cache.find_page(ROOM, None) is None


@pytest.mark.asyncio
async def test_the_bytes_are_bounded_and_the_longest_unused_goes(queue: WorkQueue) -> None:
    page = b"x" * 10_000
    cache = HistoryCache(queue, most_bytes=5 * (len(page) + OVERHEAD + 20))
    for number in range(5):
        await cache.page(ASKER, ROOM, (number,), lambda: page)
    assert cache.find_page(ROOM, (0,)) == page
    for number in range(5, 9):
        await cache.page(ASKER, ROOM, (number,), lambda: page)
        assert cache.size <= 5 * (len(page) + OVERHEAD + 20)
    assert [number for number in range(9) if cache.find_page(ROOM, (number,))] == [0, 5, 6, 7, 8]


@pytest.mark.asyncio
async def test_history_cache_counts_long_keys_and_skips_oversized_pages(queue: WorkQueue) -> None:
    cache = HistoryCache(queue, most_bytes=100_000)
    for number in range(50):
        await cache.page(ASKER, ROOM, (number, "a choice " * 1_000), lambda: b"small")
        assert cache.size <= 100_000
    assert 5 < len(cache._pages) < 15
    assert await cache.page(ASKER, ROOM, ("large",), lambda: b"x" * 100_001) == b"x" * 100_001
    assert cache.find_page(ROOM, ("large",)) is None


@pytest.mark.asyncio
async def test_nothing_is_kept_of_a_room_that_is_gone(queue: WorkQueue) -> None:
    cache = HistoryCache(queue)
    for code in (ROOM, OTHER):
        await cache.page(ASKER, code, ("film",), lambda: b"film")
    cache.forget(ROOM)
    assert cache.find_page(ROOM, ("film",)) is None
    assert cache.find_page(OTHER, ("film",)) == b"film"
    cache.forget(OTHER)
    assert cache.size == 0


@pytest.mark.asyncio
async def test_history_cache_drops_page_rendered_while_its_room_was_removed(queue: WorkQueue) -> None:
    cache, free = HistoryCache(queue), threading.Event()

    def draw() -> bytes:
        free.wait()
        return b"film"

    asked = asyncio.create_task(cache.page(ASKER, ROOM, ("film",), draw))
    await asyncio.sleep(0)
    cache.forget(ROOM)
    free.set()
    assert await asked == b"film"
    assert cache.size == 0
