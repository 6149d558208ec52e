"""Cases of the benchmark: the floor or a game on our server, and their loads."""

import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from tests.postgres import postgres_server
from tools.bench_server.beside import NOBODY, BotTables
from tools.bench_server.process import pin_cores, restore_cores
from tools.bench_server.proxy import a_proxy
from tools.bench_server.seats import Seat, choices_of, floor_seat, page, program, seat_four
from tools.bench_server.tables import Table
from tools.served import ROOT, Served, free_port

FLOOR = "floor"
SERVERS = Path(__file__).parent / "servers"
OPTIONS: dict[str, object] = {"grace": 0, "bot_pace": 0}
CLIENTS: Mapping[str, Callable[[str, str, str], Seat]] = {"json": program, "browser": page}
"""Factories of seats by kind of client: programs and pages."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """Started server, with the first process of its database if it has one."""

    server: Served
    url: str
    """Address, perhaps of a proxy."""
    database: int | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """Number of rooms and their pace: flat out, or a round at a fixed interval.

    Bots may play beside them."""

    rooms: int
    every: float | None = None
    beside: BotTables = NOBODY

    def __str__(self) -> str:
        paced = f"{self.rooms} {'flat out' if self.every is None else 'paced'}"
        return f"{paced}, {self.beside}" if self.beside.tables else paced


@dataclass(frozen=True, slots=True)
class Case:
    """Game by its key, or the floor, on a server of the checkout ``root``."""

    game: str
    root: Path = ROOT
    clients: str = "json"
    workers: int = 0
    """Number of processes on Postgres; 0 for one on SQLite."""
    is_proxied: bool = False
    """True if a proxy sends each room to one of them."""

    def __str__(self) -> str:
        parts = [self.game]
        if self.root != ROOT:
            parts.append(f"of {self.root.name}")
        if self.clients != "json":
            parts.append(self.clients)
        if self.workers:
            parts.append(f"Postgres {self.workers}{' behind Caddy' if self.is_proxied else ''}")
        return ", ".join(parts)

    @contextmanager
    def run_server(self, settings: Mapping[str, str]) -> Iterator[RunningServer]:
        """Yield a server over an empty database.

        A server that runs alone has its own core."""
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-server-")))
            stack.enter_context(restore_cores())
            database: int | None = None
            if self.workers:
                postgres = stack.enter_context(postgres_server(()))
                database = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
                more = {"SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(self.workers)}
                settings = {**settings, **more}
            port = free_port()
            if self.is_proxied:
                settings = {**settings, "SIGNET_PUBLIC_URL": f"http://127.0.0.1:{port}", "SIGNET_PROXY": "127.0.0.1"}
            server = Served(folder, settings, self._command, self.root)
            stack.callback(server.stop)
            if self.workers:
                server.start()
            else:
                with pin_cores():
                    server.start()
            # a single process has only that port
            urls = server.own_urls if self.workers > 1 else [server.url]
            url = stack.enter_context(a_proxy(port, urls, folder)) if self.is_proxied else server.url
            yield RunningServer(server, url, database)

    async def table(self, url: str, client: httpx2.AsyncClient, number: int) -> Table:
        """Return a connected table of four, whose choices depend on its number."""
        rng = random.Random(number)  # noqa: S311 - choices that can be had again

        async def choices(seat: Seat) -> list[str]:
            return await choices_of(client, seat.room, seat.token)

        if self.game == FLOOR:
            seats = [floor_seat(url, f"R{number}", place) for place in range(4)]
        else:
            room, tokens = await seat_four(client, self.game, OPTIONS)
            seats = [CLIENTS[self.clients](url, room, token) for token in tokens]
        table = Table(seats, rng, choices)
        await table.connect()
        return table

    @property
    def _command(self) -> tuple[str, ...]:
        if self.game == FLOOR:
            return (sys.executable, str(SERVERS / "floor.py"))
        return (sys.executable, str(SERVERS / "launch.py"), "serve")
