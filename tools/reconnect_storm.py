"""Reconnect storm: ``python -m tools.reconnect_storm``.

All sockets of pages are cut at once, as when a proxy dies, and come back as ``static/js/net/socket.js`` does. Each run
tries every way in turn on one server, and measures until the last page shows its table again. A program at a
table beside them speaks all the time."""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from app.tasks import end_tasks
from tools.bench_server.line import ClosedSocketError, Line, RefusedHandshakeError, handshake
from tools.bench_server.loads import some_at_once
from tools.bench_server.process import cpu_seconds
from tools.bench_server.seats import Seat, connect_seat, page, program, seat_four
from tools.served import Served

OPTIONS: dict[str, object] = {"grace": 0, "bot_pace": 0}
GAME = "adel_verpflichtet"
MOST_PATIENCE_S = 30.0
SOON_S, MOST_S = 0.25, 20.0
"""Waits of the page's script."""
SPEAK_S = 0.02
SETTLED_S = 3.0

numbers = random.Random()  # noqa: S311 - no secret


@dataclass(frozen=True)
class Way:
    """Waits with which a page comes back."""

    least_s: float
    most_s: float
    """Bounds of the random first wait."""
    patience_s: float
    """Time after which a connection that has shown nothing is given up."""

    def __str__(self) -> str:
        return f"first wait {self.least_s} to {self.most_s} s, patience {self.patience_s:.0f} s"


WAYS = (Way(0.19, 0.31, 10), Way(0.2, 2, 10), Way(0.19, 0.31, 30), Way(0.2, 2, 30))
"""The first was the page's own, and the third is."""


@dataclass
class Storm:
    """Results of one cut."""

    seconds: list[float] = field(default_factory=list)
    """Time until each page showed its table again."""
    failures: int = 0
    """Number of tries that took too long or failed."""
    spoken_ms: list[float] = field(default_factory=list)
    """Latency of each message of the table beside."""
    cpu_s: float = 0.0


class Page:
    """One socket of a page, which comes back."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._line: Line | None = None

    async def connect(self) -> None:
        """Connect and wait for the table.

        Raises OSError, TimeoutError, RefusedHandshakeError, ClosedSocketError."""
        at, loop = urlsplit(self._seat.url), asyncio.get_running_loop()
        shown: asyncio.Future[None] = loop.create_future()

        def hear(message: bytes) -> None:
            if not shown.done() and b'"version"' in message:
                shown.set_result(None)

        def end(why: Exception) -> None:
            if not shown.done():
                shown.set_exception(why)

        line = self._line = Line(handshake(self._seat.url, self._seat.headers), hear, end)
        try:
            await loop.create_connection(lambda: line, at.hostname or "", at.port or 80)
            await line.opened
            await shown
        except BaseException:
            self.cut()
            # nobody waits for them any more
            line.opened.cancel()
            shown.cancel()
            raise

    def cut(self) -> None:
        """Cut the connection without a word."""
        if self._line is not None:
            self._line.abort()

    async def come_back(self, storm: Storm, way: Way, begun: float) -> None:
        """Reconnect as the page's script does."""
        failures = 0
        wait = numbers.uniform(way.least_s, way.most_s)
        while True:
            await asyncio.sleep(wait)
            with contextlib.suppress(OSError, TimeoutError, ClosedSocketError, RefusedHandshakeError):
                async with asyncio.timeout(min(way.patience_s * 2**failures, MOST_PATIENCE_S)):
                    await self.connect()
                storm.seconds.append(time.monotonic() - begun)
                return
            failures += 1
            storm.failures += 1
            wait = min(SOON_S * 2**failures, MOST_S) * numbers.uniform(0.75, 1.25)


class Speaker:
    """A program that says a line and waits for the answer, all the time."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.latencies: list[float] = []

    async def run(self) -> None:
        """Speak until cancelled."""
        answers: asyncio.Queue[None] = asyncio.Queue()

        def hear(message: bytes) -> None:
            if message.startswith(b'{"re":'):
                answers.put_nowait(None)

        line = await connect_seat(self._seat, hear, lambda why: answers.put_nowait(None))
        for number in range(1_000_000):
            begun = time.monotonic()
            line.say(json.dumps({"id": f"s{number}", "do": "ping"}).encode())
            await answers.get()
            self.latencies.append(1000 * (time.monotonic() - begun))
            await asyncio.sleep(SPEAK_S)


async def open_pages(url: str, rooms: int) -> tuple[list[Page], Speaker]:
    """Return connected pages of so many rooms of four, and the program beside."""
    async with httpx2.AsyncClient(base_url=url, timeout=60, verify=False) as client:

        async def seats(number: int) -> list[Page]:
            room, tokens = await seat_four(client, GAME, OPTIONS)
            pages = [Page(page(url, room, token)) for token in tokens]
            for each in pages:
                await each.connect()
            return pages

        pages = [each for four in await some_at_once(seats, rooms) for each in four]
        room, tokens = await seat_four(client, GAME, OPTIONS)
    return pages, Speaker(program(url, room, tokens[0]))


async def cut_all(server: Served, pages: list[Page], speaker: Speaker, way: Way) -> Storm:
    """Cut all pages at once and wait until all are back."""
    storm = Storm()
    before = cpu_seconds(f"/proc/{server.pid}")
    speaker.latencies.clear()
    begun = time.monotonic()
    for each in pages:
        each.cut()
    await asyncio.gather(*(each.come_back(storm, way, begun) for each in pages))
    storm.spoken_ms = [*speaker.latencies]
    storm.cpu_s = cpu_seconds(f"/proc/{server.pid}") - before
    return storm


def report(way: Way, storms: list[Storm]) -> str:
    """Return the medians of all runs in one line."""

    def median(value: Callable[[Storm], float]) -> float:
        return statistics.median(map(value, storms))

    def share(values: list[float], part: float) -> float:
        return sorted(values)[min(len(values) - 1, int(part * len(values)))]

    def share_spoken(each: Storm, part: float) -> float:
        return share(each.spoken_ms, part)

    half, last = median(lambda each: share(each.seconds, 0.5)), median(lambda each: max(each.seconds))
    middle, rare, longest = (median(partial(share_spoken, part=part)) for part in (0.5, 0.99, 1.0))
    return (
        f"{way}: back after {half:.1f} s (median), {last:.1f} s (last); "
        f"{median(lambda each: each.failures):.0f} failed tries; server {median(lambda each: each.cpu_s):.1f} s CPU; "
        f"beside, ms: p50 {middle:.0f}, p99 {rare:.0f}, longest {longest:.0f}"
    )


async def measure(rooms: int, runs: int) -> None:
    """Print the figures of every way."""
    with tempfile.TemporaryDirectory(prefix="reconnect-storm-") as folder:
        server = Served(Path(folder))
        server.start()
        try:
            pages, speaker = await open_pages(server.url, rooms)
            speaking = asyncio.create_task(speaker.run())
            await asyncio.sleep(SETTLED_S)
            storms: dict[Way, list[Storm]] = {way: [] for way in WAYS}
            print(f"{len(pages)} pages, load {os.getloadavg()[0]:.1f}; idle, beside, ms: ", end="")
            print(f"p50 {statistics.median(speaker.latencies):.0f}, longest {max(speaker.latencies):.0f}", flush=True)
            for _ in range(runs):
                for way, found in storms.items():
                    found.append(await cut_all(server, pages, speaker, way))
                    print(report(way, found[-1:]), flush=True)
                    await asyncio.sleep(SETTLED_S)
            print("Medians:")
            for way, found in storms.items():
                print(report(way, found), flush=True)
            await end_tasks([speaking])
        finally:
            server.kill()


def main() -> None:
    """Measure storms of as many rooms as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=500, help="rooms of four pages")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    asyncio.run(measure(arguments.rooms, arguments.runs))


if __name__ == "__main__":
    main()
