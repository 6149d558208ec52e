"""Costs of a server over a filled database."""

import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.live.heartbeat import BEAT_S
from tools.bench_server.process import cpu_seconds, memory_kb, tree
from tools.growth.games import PlayedGame, StoredRoom, store_games
from tools.request_costs import FORM_ID, Browser, Costs
from tools.served import Served

TIMES = 12
"""Requests of each kind."""

IDLE_S = 3.0

Figures = dict[str, float]
"""Figures of one server by name.

They are ms of processor time unless the name has another unit."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """Started server over some rooms."""

    server: Served
    costs: Costs
    rooms: Sequence[StoredRoom]
    figures: Figures
    """Costs of its start."""


@contextmanager
def serve_games(
    played: Sequence[PlayedGame], rooms: int, *, regular: str = "", settings: Mapping[str, str] | None = None
) -> Iterator[RunningServer]:
    """Yield a server over copies of the games, with the costs of its start."""
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:
        server = Served(Path(folder), settings)
        stored = store_games(server.database, played, rooms, regular=regular) if rooms else []
        began = time.monotonic()
        server.start()
        try:
            took, pids = time.monotonic() - began, tree(server.pid)
            start = {"start, s": took, "start, CPU s": sum(cpu_seconds(f"/proc/{pid}") for pid in pids)}
            costs = Costs(*pids)
            start["after it, CPU s"] = _settle(costs)
            yield RunningServer(server, costs, stored, start | {"memory, MB": memory_kb(pids) / 1024})
        finally:
            server.stop()


def _settle(costs: Costs) -> float:
    """Wait for two heartbeats and rest; return the processor time in s.

    A start that takes longer than an outage is given back to every clock."""
    began = costs.rest()
    before = began
    time.sleep(2 * BEAT_S)
    while (now := costs.rest()) - before > 1e9 * BEAT_S / 10:
        before = now
        time.sleep(BEAT_S)
    return (now - began) / 1e9


def measure_idle(running: RunningServer) -> Figures:
    """Return what the server needs while nobody asks for anything."""
    before, began = running.costs.rest(), time.monotonic()
    time.sleep(IDLE_S)
    return {"idle, ms/s": (running.costs.rest() - before) / 1e6 / (time.monotonic() - began)}


def measure_arrivals(running: RunningServer, regular: str = "") -> Figures:
    """Return the costs of home pages and of joining.

    ``regular``: the secret of a player with a seat in every stored room."""
    url, costs = running.server.url, running.costs
    Browser(url).ask("GET", "/")
    for number in range(TIMES):
        new = Browser(url)
        with costs.count("home, new"):
            new.ask("GET", "/")
        room = new.program("/api/rooms", {"game": "adel_verpflichtet", "name": "Zoe"})
        link = "/r/" + room["links"]["join"].partition("/r/")[2]
        guest = Browser(url)
        _, form = guest.ask("GET", link)
        with costs.count("join"):
            guest.ask("POST", link, {"name": "Ada", "id": FORM_ID.findall(form)[0]})
        if regular:
            player = Browser(url)
            player.cookies["dev"] = regular
            with costs.count("home, first of the player" if number == 0 else "home, again"):
                player.ask("GET", "/")
    return {name: costs.median(name) for name in costs.took if name.startswith(("home", "join"))}


def measure_play(running: RunningServer) -> Figures:
    """Return the costs of a table's page and of a seal, in rooms whose games run."""
    url, costs = running.server.url, running.costs
    Browser(url).ask("GET", "/")
    seals = 0
    for room in running.rooms[:TIMES]:
        for order, token in zip(("table, first", "table, another seat"), room.tokens, strict=False):
            browser = Browser(url)
            browser.cookies["dev"] = token
            browser.view(f"/api/rooms/{room.code}", token)  # the room is in memory
            with costs.count(order):
                browser.ask("GET", f"/r/{room.code}")
        for token in room.tokens:
            program = Browser(url)
            asked = program.view(f"/api/rooms/{room.code}", token)["ask"]
            if asked is None or asked["sealed"] is not None:
                continue
            seal = {"do": "seal", "ask": asked["ask"], "choice": asked["choices"][0], "id": secrets.token_hex(8)}
            with costs.count("seal"):
                program.program(f"/api/rooms/{room.code}/commands", seal, token)
            seals += 1
            break
    return {name: costs.median(name) for name in ("table, first", "table, another seat", *(["seal"] if seals else []))}


def format_table(head: str, rows: Mapping[str, Figures]) -> str:
    """Format a Markdown table: a row for each case, a column for each figure."""
    names = list(dict.fromkeys(name for figures in rows.values() for name in figures))
    lines = [f"| {head} | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for case, figures in rows.items():
        cells = [f"{figures[name]:.2f}" if name in figures else "–" for name in names]
        lines.append(f"| {case} | {' | '.join(cells)} |")
    return "\n".join(lines)
