"""Benchmark: a seat's answer times while another seat changes its card.

Pairs of a command that changes nothing: one in quiet, one while a card is changed, on a real server with SQLite.

    .venv/bin/python -m tools.answer_times [pairs]

The rank statistic is the share of pairs whose busy half was the slower one. 0.5 means that times reveal nothing."""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path

import httpx2
import orjson
from websockets.asyncio.client import ClientConnection, connect

from tools.bench_server.seats import choices_of, page, seat_four
from tools.served import Served

PAIRS = 500
REST_S = 0.04
"""Seconds between the halves of a pair, enough for all effects of the first."""

LATEST_S = 0.012
"""Longest delay of a seat's command after the other seat's command, in seconds."""

GAME = "edel_stein_reich"


class Line:
    """A seat's page: it sends commands and knows when each was answered."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._count = 0
        self._waiting: dict[str, asyncio.Future[float]] = {}
        self._reader = asyncio.create_task(self._read())

    async def says(self, **command: object) -> float:
        """Send a command and return the time of its answer in milliseconds."""
        self._count += 1
        id = f"c{self._count}"
        answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answered
        began = time.perf_counter()
        await self._socket.send(orjson.dumps({"id": id, **command}).decode())
        return 1000 * (await answered - began)

    async def close(self) -> None:
        """Close the connection."""
        await self._socket.close()
        await self._reader

    async def _read(self) -> None:
        async for message in self._socket:
            at = time.perf_counter()
            # an answer is short and begins with its id; a page's long message is skipped
            if isinstance(message, str) and message.startswith('{"re":'):
                self._waiting.pop(orjson.loads(message)["re"]).set_result(at)


async def measure_answers(url: str, pairs: int) -> tuple[list[float], list[float]]:
    """Return answer times in quiet, and while another seat changed its card."""
    rng = random.Random(1)  # noqa: S311 - no secret is made with it
    quiet: list[float] = []
    busy: list[float] = []
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        room, tokens = await seat_four(client, GAME, {"grace": 5, "tell": "nothing"})
        view = (await client.get(f"/api/rooms/{room}", headers={"Authorization": f"Bearer {tokens[0]}"})).json()
        ask, cards = view["ask"]["ask"], await choices_of(client, room, tokens[1])
        pages = [page(url, room, token) for token in tokens[:2]]
        one, two = [Line(await connect(each.url, additional_headers=each.headers)) for each in pages]
        for number in range(pairs):
            halves = [True, False]
            rng.shuffle(halves)
            for is_busy in halves:
                wait = rng.uniform(0, LATEST_S)
                changed = None
                if is_busy:
                    card = cards[number % len(cards)]
                    changed = asyncio.create_task(two.says(do="seal", ask=ask, choice=card))
                await asyncio.sleep(wait)
                (busy if is_busy else quiet).append(await one.says(do="lift", ask=ask))
                if changed is not None:
                    await changed
                await asyncio.sleep(REST_S)
        for line in (one, two):
            await line.close()
    return quiet, busy


def rank(quiet: Sequence[float], busy: Sequence[float]) -> float:
    """Return how often the greater of two random values is from ``busy``.

    Ties count half."""
    ordered = sorted(quiet)
    wins = sum(bisect_left(ordered, each) + bisect_right(ordered, each) for each in busy)
    return wins / (2 * len(quiet) * len(busy))


def main() -> None:
    """Measure and print the result."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        try:
            quiet, busy = asyncio.run(measure_answers(served.url, pairs))
        finally:
            served.stop()
    for name, times in (("quiet", quiet), ("while a card is changed", busy)):
        tenths = statistics.quantiles(times, n=10)
        print(f"{name}: median {statistics.median(times):.2f} ms, 9 of 10 below {tenths[-1]:.2f} ms")
    print(f"rank statistic {rank(quiet, busy):.3f} over {pairs} pairs")


if __name__ == "__main__":
    main()
