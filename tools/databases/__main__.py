"""Reveals a second with rooms on one and on two Postgres servers of this machine.

One process of Signet, programs flat out. Each run tries one and two in turn, over new databases; medians at the end.
For the journal alone, rooms append one event each and go on when all are on the disk."""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path

import httpx2
import psycopg

from app.rooms.events import ChoiceSealed, Entry, RoomOpened
from app.rooms.model.ids import AskNumber, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.postgres import Postgres, postgres_server
from tools.bench_server.cases import Case
from tools.bench_server.loads import run_flat_out, run_paced, some_at_once, warm
from tools.bench_server.process import Meter
from tools.databases.server import DATABASES
from tools.databases.store import ManyStores
from tools.served import Served

COMMAND = (sys.executable, "-m", "tools.databases.server")
SETTLED_S = 2.0
"""Seconds after which Postgres has counted everything."""

NOW = 1_700_000_000_000


def count_syncs(databases: Sequence[Postgres]) -> int:
    """Return how often the servers have waited for their disks."""
    count = 0
    for each in databases:
        with closing(psycopg.connect(each.url().replace("+psycopg", ""))) as connection:
            row = connection.execute("SELECT wal_sync FROM pg_stat_wal").fetchone()
            count += row[0] if row else 0
    return count


async def measure_server(databases: Sequence[Postgres], rooms: int, seconds: float) -> tuple[float, float, float]:
    """Return the reveals a second, the CPU seconds for 1,000, syncs a paced reveal."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="databases-")))
        urls = [each.url() for each in databases]
        settings = {DATABASES: " ".join(urls), "SIGNET_DATABASE_URL": urls[0]}
        server = Served(folder, settings, COMMAND)
        stack.callback(server.stop)
        server.start()
        client = await stack.enter_async_context(httpx2.AsyncClient(base_url=server.url, timeout=60))
        case = Case("adel_verpflichtet")
        tables = await some_at_once(partial(case.table, server.url, client), rooms)
        try:
            await warm(tables)
            meter = Meter([server.pid])
            tally = await run_flat_out(tables, seconds)
            spent = 1000 * meter.spent().server / tally.rounds
            await asyncio.sleep(SETTLED_S)
            before = count_syncs(databases)
            paced = await run_paced(tables, seconds, 1.0)
            await asyncio.sleep(SETTLED_S)
            syncs = (count_syncs(databases) - before) / paced.rounds
            return tally.rounds / tally.seconds, spent, syncs
        finally:
            for table in tables:
                table.close()


async def measure_journal(databases: Sequence[Postgres], rooms: int, seconds: float) -> float:
    """Return the appends a second."""
    store = ManyStores([each.url() for each in databases])
    codes = [RoomCode(f"JRNL{number:04}") for number in range(rooms)]
    try:
        for code in codes:
            opened = Entry(Version(1), Millis(NOW), RoomOpened(code, "adel_verpflichtet", code, code), None, None)
            await store.append(code, Version(0), [opened], "lobby", None)
        version, begun = 1, time.monotonic()
        while time.monotonic() < begun + seconds:
            event = ChoiceSealed(AskNumber(12), Seat(3), "show A1468 A1660 B1755")
            new = [Entry(Version(version + 1), Millis(NOW + version), event, None, None)]
            await asyncio.gather(*(store.append(code, Version(version), new, "playing", None) for code in codes))
            version += 1
        return (version - 1) * rooms / (time.monotonic() - begun)
    finally:
        await store.close()


def report(count: int, figures: Sequence[float]) -> str:
    """Return the figures of one run, or their medians, in one line."""
    reveals, spent, syncs, appends = figures
    return (
        f"{count} Postgres, load {os.getloadavg()[0]:.1f}: {reveals:.0f} reveals/s, {spent:.2f} CPU s of the server "
        f"for 1,000; {syncs:.1f} syncs a paced reveal; the journal alone {appends:.0f} appends/s"
    )


def main() -> None:
    """Print the medians for one and for two databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    found: dict[int, list[tuple[float, ...]]] = {1: [], 2: []}
    for _ in range(asked.runs):
        for count, figures in found.items():
            with postgres_server(()) as one, postgres_server(()) as two:
                databases = [one, two][:count]
                played = asyncio.run(measure_server(databases, asked.rooms, asked.seconds))
                figures.append((*played, asyncio.run(measure_journal(databases, asked.rooms, asked.seconds))))
                print(report(count, figures[-1]), flush=True)
    print("Medians:")
    for count, figures in found.items():
        print(report(count, [statistics.median(parts) for parts in zip(*figures, strict=True)]))


if __name__ == "__main__":
    main()
