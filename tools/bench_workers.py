"""Benchmark of several processes on one Postgres.

``python -m tools.bench_workers`` measures messages a second, and how soon other processes see them. The loop is
closed: at each table one player speaks, and speaks again once that is acknowledged. The other listens on a
connection of its own, which any process may have taken. Postgres waits for its disk. Figures are medians and 99th
percentiles in milliseconds."""

import argparse
import asyncio
import itertools
import json
import statistics
import tempfile
import time
from pathlib import Path

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from tests.postgres import postgres_server
from tools.served import Served


async def table(url: str) -> tuple[str, list[str]]:
    """Return a room with two seats: its code and their tokens."""
    async with httpx2.AsyncClient(base_url=url, timeout=30) as client:
        opened = (await client.post("/api/rooms", json={"game": "adel_verpflichtet", "name": "One"})).json()
        key = opened["links"]["join"].rsplit("/", 1)[1]
        seat = await client.post(f"/api/rooms/{opened['room']}/seats", json={"name": "Two", "key": key})
        return opened["room"], [opened["token"], seat.json()["token"]]


def socket(url: str, room: str, token: str) -> connect:
    """Return a connection of that seat."""
    headers = {"Authorization": f"Bearer {token}"}
    return connect(f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/live", additional_headers=headers, open_timeout=30)


async def speak(to: ClientConnection, until: float, said: dict[str, float], took: list[float]) -> None:
    """Send messages one after the other."""
    for number in itertools.count():
        if time.perf_counter() > until:
            return
        line = f"line {number}"
        said[line] = time.perf_counter()
        await to.send(json.dumps({"id": f"c{number}", "do": "say", "text": line}))
        while json.loads(await to.recv()).get("re") != f"c{number}":
            pass
        took.append((time.perf_counter() - said[line]) * 1000)


async def listen(to: ClientConnection, said: dict[str, float], late: list[float]) -> None:
    """Record the delay of each message."""
    seen: set[str] = set()
    while True:
        message = json.loads(await to.recv())
        now = time.perf_counter()
        for line in [spoken["text"] for spoken in message.get("view", {}).get("said", [])]:
            if line not in seen:
                seen.add(line)
                late.append((now - said[line]) * 1000)


async def measure_messages(url: str, tables: int, seconds: float) -> tuple[float, list[float], list[float]]:
    """Return messages a second, their acknowledgement times and their delays."""
    took: list[float] = []
    late: list[float] = []

    async def one() -> None:
        room, (speaker, hearer) = await table(url)
        said: dict[str, float] = {}
        async with socket(url, room, speaker) as mouth, socket(url, room, hearer) as ear:
            hearing = asyncio.create_task(listen(ear, said, late))
            await all_there.wait()
            await speak(mouth, time.perf_counter() + seconds, said, took)
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    all_there = asyncio.Barrier(tables)
    await asyncio.gather(*(one() for _ in range(tables)))
    return len(took) / seconds, took, late


def format_percentiles(each: list[float]) -> str:
    """Return the median and the 99th percentile as text."""
    return f"p50 {statistics.median(each):6.1f}  p99 {sorted(each)[len(each) * 99 // 100]:6.1f}"


def main() -> None:
    """Print a line for each number of processes."""
    parser = argparse.ArgumentParser(description="Several processes on one Postgres.")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    asked = parser.parse_args()
    for workers in asked.workers:
        with postgres_server(()) as postgres, tempfile.TemporaryDirectory() as folder:
            server = Served(Path(folder), {"SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(workers)})
            server.start()
            try:
                rate, took, late = asyncio.run(measure_messages(server.url, asked.tables, asked.seconds))
            finally:
                server.stop()
        answered, shown = format_percentiles(took), format_percentiles(late)
        print(f"{workers} processes: {rate:6.0f} commands/s   answered {answered}   shown to others {shown}")


if __name__ == "__main__":
    main()
