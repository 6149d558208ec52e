"""The loads: flat out, paced, sockets that only listen, coming back, and coming back after a kill."""

import asyncio
import os
import random
import signal
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

import httpx2

from tools.bench_server.process import Meter, tree
from tools.bench_server.seats import Seat, first_message, seat_four
from tools.bench_server.tables import Table, Tally
from tools.served import Served

OPTIONS: dict[str, object] = {"grace": 0, "bot_pace": 0}
AT_ONCE = 16
"""So many tables are set up side by side."""
WARM_ROUNDS = 3


class MakeSeat(Protocol):
    """Makes a client for one seat: a program's or a page's."""

    def __call__(self, url: str, room: str, token: str) -> Seat: ...


@dataclass(frozen=True, slots=True)
class Result:
    """What one load showed."""

    rounds_a_second: float
    seals_a_round: float
    cpu_a_thousand: float
    """Seconds of the server's processor time for 1,000 rounds."""
    latency: tuple[float, float, float]
    """Of the reveal, in milliseconds: the median, the 95th and the 99th percentile."""
    missed: int
    driver_load: float
    """The share of a core that the measuring took: near 1 it is what held the server up."""


@asynccontextmanager
async def tables(
    url: str, make: MakeSeat, count: int, game: str, client: httpx2.AsyncClient
) -> AsyncIterator[list[Table]]:
    """So many tables of four, connected and dealt."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Table:
        async with gate:
            room, tokens = await seat_four(client, game, OPTIONS)
            seats = [make(url, room, token) for token in tokens]
            table = Table(client, room, seats, random.Random(number))  # noqa: S311 - choices that can be had again
            await table.connect()
            return table

    made = await asyncio.gather(*(one(number) for number in range(count)))
    try:
        yield made
    finally:
        await asyncio.gather(*(table.close() for table in made))


async def flat_out(playing: list[Table], seconds: float) -> Tally:
    """Closed loop: each table begins its next round as soon as everybody has seen the last."""
    tally, until = Tally(), time.perf_counter() + seconds

    async def one(table: Table) -> None:
        while time.perf_counter() < until:
            await table.round(tally)

    await asyncio.gather(*(one(table) for table in playing))
    return tally


async def paced(playing: list[Table], seconds: float, every: float = 1.0) -> Tally:
    """Open loop: each table begins a round every so many seconds, at a moment of its own; a round that is not over by
    then makes it miss one."""
    tally, begin = Tally(), time.perf_counter()

    async def one(table: Table, at: float) -> None:
        while at < begin + seconds:
            now = time.perf_counter()
            if now > at + every:
                tally.missed += 1
            else:
                await asyncio.sleep(max(0.0, at - now))
                await table.round(tally)
            at += every

    starts = [begin + every * number / len(playing) for number in range(len(playing))]
    await asyncio.gather(*(one(table, at) for table, at in zip(playing, starts, strict=True)))
    return tally


async def measured(
    playing: list[Table], load: Callable[[list[Table], float], Awaitable[Tally]], seconds: float, pids: list[int]
) -> Result:
    """A load's result, after a few rounds that warm everything up."""
    await asyncio.gather(*(table.rounds(WARM_ROUNDS) for table in playing))
    meter, began = Meter(pids), time.perf_counter()
    tally = await load(playing, seconds)
    took = time.perf_counter() - began
    late = sorted(tally.latency)
    return Result(
        tally.rounds / took,
        tally.seals / tally.rounds,
        1000 * meter.server / tally.rounds,
        (statistics.median(late), late[len(late) * 95 // 100], late[len(late) * 99 // 100]),
        tally.missed,
        meter.load,
    )


async def come_back(playing: list[Table]) -> tuple[float, int]:
    """One seat of each table connects once more, one after the other: the median of the milliseconds until it sees the
    table, and the largest number of bytes that takes."""
    took, sizes = [], []
    for table in playing:
        began = time.perf_counter()
        socket, first = await first_message(table.seats[0])
        took.append((time.perf_counter() - began) * 1000)
        sizes.append(len(first if isinstance(first, bytes) else first.encode()))
        await socket.close()
    return statistics.median(took), max(sizes)


async def recovered(server: Served, playing: list[Table]) -> tuple[float, float]:
    """``kill -9`` and a new start: the seconds until it answers, and until every seat sees its table again."""
    for table in playing:
        await table.close()
    below = tree(server.pid)[1:]
    server.kill()
    for pid in below:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    began = time.perf_counter()
    await asyncio.to_thread(server.start)
    answers = time.perf_counter() - began
    await asyncio.gather(*(table.connect() for table in playing))
    return answers, time.perf_counter() - began
