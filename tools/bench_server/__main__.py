"""``python -m tools.bench_server``: prints one line of a Markdown table for each store, number of workers, kind of
client and load. Loads run one after the other, each with a new server over an empty database."""

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx2

from engine import registry
from tests.postgres import postgres_server
from tools.bench_server.loads import MakeSeat, come_back, flat_out, measured, paced, recovered, tables
from tools.bench_server.process import memory_kb, tree
from tools.bench_server.seats import Browser, Program
from tools.served import Served

CLIENTS: dict[str, MakeSeat] = {"json": Program, "browser": Browser}
HEAD = (
    "| store | workers | clients | load | rounds/s | seals a round | CPU s per 1,000 | reveal ms p50/p95/p99 | missed "
    "| driver | KB a connection idle/playing | back: ms, bytes | after kill -9: answers, all see, s |"
)


@contextmanager
def served(store: str, workers: int) -> Iterator[Served]:
    """A server over an empty database that waits for its disk."""
    with tempfile.TemporaryDirectory() as folder:
        if store == "sqlite":
            server = Served(Path(folder))
            server.start()
            try:
                yield server
            finally:
                server.stop()
            return
        with postgres_server(()) as postgres:
            server = Served(Path(folder), {"SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(workers)})
            server.start()
            try:
                yield server
            finally:
                server.stop()


async def one(server: Served, name: str, make: MakeSeat, asked: argparse.Namespace, every: float | None) -> str:
    """The figures of one load, as the cells of a line."""
    pids = tree(server.pid)
    rooms = asked.rooms if every is None else asked.paced
    async with httpx2.AsyncClient(base_url=server.url, timeout=60) as client:
        empty = memory_kb(pids)
        async with tables(server.url, make, rooms, asked.game, client) as playing:
            idle = (memory_kb(pids) - empty) / (4 * rooms)
            load = flat_out if every is None else partial(paced, every=every)
            result = await measured(playing, load, asked.seconds, pids)
            busy = (memory_kb(pids) - empty) / (4 * rooms)
            back, size = await come_back(playing[:40])
            answers, all_see = await recovered(server, playing)
    p50, p95, p99 = result.latency
    kind = f"{rooms} flat out" if every is None else f"{rooms} paced"
    return (
        f"{name} | {kind} | {result.rounds_a_second:,.0f} | {result.seals_a_round:.1f} | {result.cpu_a_thousand:.2f} "
        f"| {p50:.1f} / {p95:.1f} / {p99:.1f} | {result.missed} | {result.driver_load:.2f} | {idle:.0f} / {busy:.0f} "
        f"| {back:.1f}, {size:,} | {answers:.1f}, {all_see:.1f} |"
    )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_server", description="How fast the server is.")
    parser.add_argument("--stores", nargs="*", choices=("sqlite", "postgres"), default=["sqlite", "postgres"])
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4], help="numbers of processes on Postgres")
    parser.add_argument("--clients", nargs="*", choices=tuple(CLIENTS), default=list(CLIENTS))
    parser.add_argument("--game", choices=tuple(registry.GAMES), default=next(iter(registry.GAMES)))
    parser.add_argument("--rooms", type=int, default=50, help="rooms that play flat out")
    parser.add_argument("--paced", type=int, default=100, help="rooms that play a round each --every seconds")
    parser.add_argument("--every", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    print(HEAD)
    print("|---|" + "--:|" + "---|---|" + "--:|" * 9)
    for store in asked.stores:
        for workers in asked.workers if store == "postgres" else [1]:
            for clients in asked.clients:
                for every in (None, asked.every):
                    with served(store, workers) as server:
                        cells = asyncio.run(one(server, clients, CLIENTS[clients], asked, every))
                    print(f"| {store} | {workers} | {cells}", flush=True)


if __name__ == "__main__":
    main()
