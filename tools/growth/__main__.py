"""Growth of costs, as Markdown tables.

``python -m tools.growth`` fills databases with copies of played games and measures a server over each. Processor times
are medians in milliseconds. ``--only size`` measures one part."""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from app.journal.sql.backup import back_up
from app.journal.sql.store import SqlStore
from app.live.expiry import MOST_AT_ONCE
from app.rooms.model.ids import Millis, RoomCode
from engine.registry import GAMES
from tests.postgres import postgres_server
from tools.growth.games import count_reveals, make_token, play_game, store_games
from tools.growth.server import (
    Figures,
    format_table,
    measure_arrivals,
    measure_idle,
    measure_play,
    serve_games,
)

GAME = "adel_verpflichtet"
REGULAR = make_token("regular", 0)
COPIES = 100
EARLY = 3
"""Reveals of an early round."""

SWEEPS = 20


def measure_size() -> dict[str, Figures]:
    """Measure a finished game of five in an SQLite file."""
    rows: dict[str, Figures] = {}
    for game in GAMES:
        played = play_game(game)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "size.db"
            store_games(f"sqlite:///{path}", [played], 0)
            empty = path.stat().st_size
            stored = store_games(f"sqlite:///{path}", [played], COPIES)
            rows[game] = {
                "reveals": count_reveals(played),
                "events": len(played.entries),
                "KB on disk": (path.stat().st_size - empty) / COPIES / 1000,
                **asyncio.run(_measure_compression(path, empty, [room.code for room in stored])),
            }
    return rows


async def _measure_compression(path: Path, empty: int, codes: Sequence[str]) -> Figures:
    """Compress all journals of a database that had ``empty`` bytes before them."""
    store = SqlStore(f"sqlite:///{path}")
    plain = await _measure_loads(store, codes)
    began = time.process_time()
    for code in codes:
        if not await store.compress(RoomCode(code), Millis(1 << 60)):
            raise RuntimeError(f"{code} was not compressed")
    took = time.process_time() - began
    compressed = await _measure_loads(store, codes)
    await store.close()
    with sqlite3.connect(path) as connection:
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
    return {
        "KB compressed": ((pages - free) * size - empty) / COPIES / 1000,
        "compress, ms": took * 1000 / len(codes),
        "load, ms": plain,
        "load compressed, ms": compressed,
    }


async def _measure_loads(store: SqlStore, codes: Sequence[str]) -> float:
    """Return the processor time of a load, in ms."""
    began = time.process_time()
    for code in codes:
        await store.load(RoomCode(code))
    return (time.process_time() - began) * 1000 / len(codes)


def measure_finished(most: int) -> dict[str, Figures]:
    """Measure a server, a backup and sweeps by the number of finished games."""
    rows: dict[str, Figures] = {}
    games = [play_game(game) for game in GAMES]
    for rooms in (0, most // 100, most // 10, most):
        with serve_games(games, rooms) as running:
            figures = running.figures | measure_idle(running) | measure_arrivals(running)
            url = running.server.database
            running.server.stop()
            rows[str(rooms)] = figures | _measure_backup(url) | asyncio.run(_measure_sweeps(url))
    return rows


def measure_player(most: int = 1_000) -> dict[str, Figures]:
    """Measure the home page by the number of finished games of one player."""
    rows: dict[str, Figures] = {}
    games = [play_game(game) for game in GAMES]
    for rooms in (1, 5, 20, 100, most):
        with serve_games(games, rooms, regular=REGULAR) as running:
            rows[str(rooms)] = measure_arrivals(running, REGULAR)
    return rows


def measure_rooms(most: int = 5_000) -> dict[str, Figures]:
    """Measure a server by the number of running rooms with a clock, all in memory."""
    rows: dict[str, Figures] = {}
    games = [play_game(game, most=20, is_timed=True) for game in GAMES]
    for rooms in (50, most // 10, most):
        with serve_games(games, rooms) as running:
            rows[str(rooms)] = (
                running.figures | measure_idle(running) | measure_arrivals(running) | measure_play(running)
            )
    return rows


def measure_seats() -> dict[str, Figures]:
    """Measure the pages of running games by the number of seats."""
    rows: dict[str, Figures] = {}
    for game in GAMES.values():
        for seats in game.table_sizes:
            with serve_games([play_game(game.key, seats, 10)], 12) as running:
                rows[f"{game.key}, {seats}"] = measure_play(running)
    return rows


def measure_rounds() -> dict[str, Figures]:
    """Measure the pages of running games by their length so far."""
    rows: dict[str, Figures] = {}
    for game in GAMES:
        whole = count_reveals(play_game(game))
        for reveals in (EARLY, whole // 2, whole - EARLY):
            with serve_games([play_game(game, most=reveals)], 12) as running:
                rows[f"{game}, reveal {reveals}"] = measure_play(running)
    return rows


def measure_processes() -> dict[str, Figures]:
    """Measure requests by the number of processes on one Postgres.

    The time of all processes counts."""
    rows: dict[str, Figures] = {}
    games = [play_game(game, most=20) for game in GAMES]
    for workers in (1, 2, 4):
        with ExitStack() as stack:
            postgres = stack.enter_context(postgres_server(()))
            settings = {"SIGNET_DATABASE_URL": postgres.url(), "SIGNET_WORKERS": str(workers)}
            running = stack.enter_context(serve_games(games, 20, settings=settings))
            rows[str(workers)] = (
                running.figures | measure_idle(running) | measure_arrivals(running) | measure_play(running)
            )
    return rows


def _measure_backup(url: str) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        path, began = Path(folder) / "backup.gz", time.process_time()
        back_up(url, path)
        return {"backup, CPU s": time.process_time() - began, "backup, MB": path.stat().st_size / 1e6}


async def _measure_sweeps(url: str) -> Figures:
    """Measure one sweep of the expiry, which deletes up to ten rooms."""
    store, took = SqlStore(url), []
    for _ in range(SWEEPS):
        began = time.process_time()
        gone = await store.expire(Millis(2**50), MOST_AT_ONCE)
        took.append(1000 * (time.process_time() - began))
        if len(gone) < MOST_AT_ONCE:
            break
    await store.close()
    return {"sweep of 10": statistics.median(took)}


def main() -> None:
    """Print a table for each part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", type=int, default=10_000, help="largest number of finished games")
    parser.add_argument("--rooms", type=int, default=5_000, help="largest number of running rooms")
    parts: dict[str, tuple[str, Callable[[], dict[str, Figures]]]] = {
        "size": ("finished game of five", measure_size),
        "finished": ("finished games", lambda: measure_finished(asked.finished)),
        "player": ("finished games of one player", measure_player),
        "rooms": ("running rooms", lambda: measure_rooms(asked.rooms)),
        "seats": ("game, seats", measure_seats),
        "rounds": ("game, reveals so far", measure_rounds),
        "processes": ("processes", measure_processes),
    }
    parser.add_argument("--only", nargs="*", choices=list(parts), default=list(parts))
    asked = parser.parse_args()
    chosen: Sequence[str] = asked.only
    for name in chosen:
        head, measure = parts[name]
        print(f"\n{format_table(head, measure())}", flush=True)


if __name__ == "__main__":
    main()
