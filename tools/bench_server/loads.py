"""Loads: flat out, paced, reconnecting, and reconnecting after a kill."""

import asyncio
import os
import signal
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from tools.bench_server.process import has_files, tree
from tools.bench_server.seats import connect_seat
from tools.bench_server.tables import Table, Tally
from tools.served import Served

WARM_ROUNDS = 3
SPREAD_S = 0.1
"""Seconds between the seals of two seats of a paced table."""

STUCK_S = 60.0
"""Seconds beyond its load after which a table is stuck."""

T = TypeVar("T")


class PlayedTables:
    """Tables that play until all of them have finished."""

    def __init__(self, tables: Sequence[Table], tally: Tally, spread: float) -> None:
        self._left = len(tables)
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for table in tables:
            table.tally, table.spread, table.failed = tally, spread, self._fail

    def leave(self, table: Table) -> None:
        """Remove a table that has finished."""
        table.over = lambda table: None
        self._left -= 1
        if not self._left and not self._done.done():
            self._done.set_result(None)

    async def wait(self, seconds: float) -> None:
        """Wait for all tables.

        Raises the first error of any table, TimeoutError long after ``seconds``."""
        async with asyncio.timeout(seconds + STUCK_S):
            await self._done

    def _fail(self, error: Exception) -> None:
        if not self._done.done():
            self._done.set_exception(error)


async def warm(tables: Sequence[Table]) -> None:
    """Play some uncounted rounds at every table."""
    playing = PlayedTables(tables, Tally(), 0.0)
    left = dict.fromkeys(tables, WARM_ROUNDS)

    def over(table: Table) -> None:
        left[table] -= 1
        if left[table]:
            table.begin()
        else:
            playing.leave(table)

    for table in tables:
        table.over = over
        table.begin()
    await playing.wait(0.0)


async def run_flat_out(tables: Sequence[Table], seconds: float) -> Tally:
    """Run a closed loop: each table starts a round when all have seen the last one."""
    tally, until = Tally(), time.perf_counter() + seconds
    playing = PlayedTables(tables, tally, 0.0)

    def over(table: Table) -> None:
        if time.perf_counter() < until:
            table.begin()
        else:
            playing.leave(table)

    for table in tables:
        table.over = over
        table.begin()
    await playing.wait(seconds)
    tally.seconds = time.perf_counter() - until + seconds
    return tally


async def run_paced(tables: Sequence[Table], seconds: float, every: float) -> Tally:
    """Run an open loop: each table starts a round every ``every`` seconds.

    Tables start at different moments, and seats seal one after the other. A table misses a round if the last is not
    over."""
    tally, loop = Tally(), asyncio.get_running_loop()
    begin = loop.time()
    playing = PlayedTables(tables, tally, SPREAD_S)

    def due(table: Table, at: float) -> None:
        is_last = at + every >= begin + seconds
        if is_last:
            table.over = playing.leave
        else:
            loop.call_at(at + every, due, table, at + every)
        if table.is_ready:
            table.begin()
        else:
            tally.missed += 1

    for number, table in enumerate(tables):
        table.over = lambda table: None
        at = begin + every * number / len(tables)
        loop.call_at(at, due, table, at)
    await playing.wait(seconds)
    took = loop.time() - begin
    # count all rounds that began in time: late ends balance the ends missing at the start
    tally.seconds = seconds if took < seconds + every else took
    return tally


async def come_back(tables: Sequence[Table]) -> tuple[float, int]:
    """Reconnect one seat of each table, one after the other.

    Return the median of the milliseconds until it sees the table, and the largest number of bytes."""
    took, sizes = [], []
    for table in tables:
        heard: list[bytes] = []
        began = time.perf_counter()
        line = await connect_seat(table.seats[0], heard.append, lambda why: None)
        took.append((time.perf_counter() - began) * 1000)
        sizes.append(len(heard[0]))
        line.close()
    return statistics.median(took), max(sizes)


async def measure_recovery(server: Served, tables: Sequence[Table]) -> tuple[float, float]:
    """Kill the server and start it again.

    Return the seconds until it answers, and until every seat sees its table again."""
    for table in tables:
        table.close()
    below = tree(server.pid)[1:]
    server.kill()
    for pid in below:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    # processes keep the port until they end
    while any(has_files(pid) for pid in below):
        await asyncio.sleep(0.01)
    began = time.perf_counter()
    await asyncio.to_thread(server.start)
    answers = time.perf_counter() - began
    await asyncio.gather(*(table.connect() for table in tables))
    return answers, time.perf_counter() - began


async def some_at_once(each: Callable[[int], Awaitable[T]], count: int, at_once: int = 16) -> list[T]:
    """Return the results of ``count`` calls with 0, 1 ..., with limited concurrency."""
    gate = asyncio.Semaphore(at_once)

    async def one(number: int) -> T:
        async with gate:
            return await each(number)

    return await asyncio.gather(*(one(number) for number in range(count)))
