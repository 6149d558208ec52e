"""Benchmark of appends: microseconds of processor time a row.

``python -m tools.bench_journal`` lets some rooms append one event each and go on when all are on the disk: 1 is a
lone append, 16 a group. It measures the journal's thread and the event loop's apart; the event loop prepares rows
and learns of their commit. For comparison it writes the same rows by the bare driver, and with ``--beside FOLDER``
by the version in that working tree. Variants take turns; figures are medians of the rounds."""

import argparse
import asyncio
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import psycopg
from psycopg.sql import SQL, Identifier

from app.journal.sql.database import Synchronous
from app.journal.sql.migrate import upgrade
from app.journal.sql.store import SqlStore
from app.rooms.events import ChoiceSealed, Entry, Event, RoomOpened
from app.rooms.model.ids import AskNumber, CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.postgres import postgres_server

ROOT = Path(__file__).resolve().parents[1]
BARE = "bare driver"
GROUPS = (1, 4, 16, 64)
WARM = 10
"""Appends before the measured ones, to fill the drivers' statement caches."""

NOW = 1_700_000_000_000
CHOICE = "show A1468 A1660 B1755"
UPDATE = "UPDATE rooms SET phase = ?, version = ?, wake_at = ?, updated_at = ?, head = ? WHERE code = ?"
INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
OPEN = "INSERT INTO rooms (code, game, phase, version, updated_at, join_code) VALUES (?, '', '', 0, 0, ?)"

Spent = dict[str, list[float]]
"""Microseconds a row by group size: the journal's thread and the event loop."""


def codes(group: int) -> list[str]:
    """Return the rooms of a group."""
    return [f"{group:02}ROOM{number:02}" for number in range(group)]


async def measure_store(url: str, synchronous: str, appends: int) -> Spent:
    """Return the time that the working tree's store spends."""

    def entry(version: int, event: Event) -> Entry:
        key = CommandKey(f"0123456789abcdef:c{version}")
        return Entry(Version(version), Millis(NOW + version), event, key, Digest("d" * 64))

    store = SqlStore(url, synchronous=cast(Synchronous, synchronous))
    thread = next(each for each in threading.enumerate() if each.name == "journal")
    clock = time.pthread_getcpuclockid(thread.ident or 0)
    spent: Spent = {}
    for group in GROUPS:
        rooms = [RoomCode(code) for code in codes(group)]
        for room in rooms:
            first = entry(1, RoomOpened(room, "adel_verpflichtet", "j", "w"))
            await store.append(room, Version(0), [first], "lobby", None)
        rounds = appends // group
        began = began_here = 0.0
        for version in range(1, 1 + WARM + rounds):
            if version == 1 + WARM:
                began, began_here = time.clock_gettime(clock), time.thread_time()
            new = [entry(version + 1, ChoiceSealed(AskNumber(12), Seat(3), CHOICE))]
            await asyncio.gather(*(store.append(room, Version(version), new, "playing", None) for room in rooms))
        each = 1e6 / (rounds * group)
        spent[str(group)] = [(time.clock_gettime(clock) - began) * each, (time.thread_time() - began_here) * each]
    await store.close()
    return spent


def measure_driver(url: str, synchronous: str, appends: int) -> Spent:
    """Return the time that the bare driver spends on the same rows.

    It has one connection and one cursor."""
    upgrade(url)
    connection: Any
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        begin, mark = "BEGIN IMMEDIATE", "?"
    else:
        connection = psycopg.connect(url.replace("+psycopg", ""))
        begin, mark = "", "%s"
    cursor = connection.cursor()
    spent: Spent = {}
    for group in GROUPS:
        _run(cursor, OPEN, mark, [(code, code) for code in codes(group)])
        connection.commit()
        rounds = appends // group
        began = 0.0
        for version in range(1, 1 + WARM + rounds):
            if version == 1 + WARM:
                began = time.thread_time()
            if begin:
                cursor.execute(begin)
            _run(cursor, UPDATE, mark, [("playing", version, None, NOW, "f" * 64, code) for code in codes(group)])
            _run(cursor, INSERT, mark, [_row(code, version) for code in codes(group)])
            connection.commit()
        spent[str(group)] = [(time.thread_time() - began) * 1e6 / (rounds * group), 0.0]
    connection.close()
    return spent


def _run(cursor: Any, text: str, mark: str, rows: list[tuple[object, ...]]) -> None:
    text = text.replace("?", mark)
    if len(rows) == 1:
        cursor.execute(text, rows[0])
    else:
        cursor.executemany(text, rows)


def _row(code: str, version: int) -> tuple[object, ...]:
    body = json.dumps({"ask": 12, "seat": 3, "choice": CHOICE})
    key = f"0123456789abcdef:c{version}"
    return code, version, NOW + version, "choice_sealed", 1, body, key, "d" * 64, "f" * 64


def measure_in_subprocess(way: str, url: str, synchronous: str, appends: int) -> Spent:
    """Return the time of one way, measured in a process of its own.

    A way is the bare driver, or the store of the tree of that name."""
    tree = str(ROOT) if way == BARE else way
    command = (sys.executable, __file__, "--way", way, url, synchronous, str(appends))
    done = subprocess.run(
        command, cwd=tree, env={**os.environ, "PYTHONPATH": tree}, capture_output=True, text=True, check=True
    )
    spent: Spent = json.loads(done.stdout)
    return spent


@contextmanager
def databases(kind: str, folder: Path | None) -> Iterator[Callable[[int], str]]:
    """Yield a function that returns addresses of fresh databases by number."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(dir=folder) as place:
            yield lambda number: f"sqlite:///{place}/{number}.db"
        return
    with postgres_server(()) as server:

        def fresh(number: int) -> str:
            server.run(SQL("CREATE DATABASE {}").format(Identifier(f"bench_{number}")))
            return server.url(f"bench_{number}")

        yield fresh


def compare(kind: str, ways: list[str], asked: argparse.Namespace) -> None:
    """Print a line for each way."""
    found: defaultdict[str, list[Spent]] = defaultdict(list)
    with databases(kind, asked.folder) as fresh:
        for number in range(asked.rounds * len(ways)):
            way = ways[number % len(ways)]
            found[way].append(measure_in_subprocess(way, fresh(number), asked.synchronous, asked.appends))
    for way in ways:
        figures = []
        for group in GROUPS:
            journal, loop = (statistics.median(one[str(group)][part] for one in found[way]) for part in (0, 1))
            figures.append(f"{journal:4.0f} + {loop:3.0f}")
        print(f"{kind:8} {way:30} {'   '.join(figures)}", flush=True)


def main() -> None:
    """Print the cost of each way, for groups of each size."""
    parser = argparse.ArgumentParser(description="Microseconds of processor time a row: journal's thread + event loop.")
    parser.add_argument("--way", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--stores", nargs="*", choices=("sqlite", "postgres"), default=["sqlite", "postgres"])
    parser.add_argument("--beside", nargs="*", default=[], help="working trees of other versions")
    parser.add_argument("--folder", type=Path, default=None, help="where SQLite's file lies; its disk is what counts")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--appends", type=int, default=640, help="rows a round in groups of each size")
    parser.add_argument("--synchronous", choices=("FULL", "NORMAL", "OFF"), default="FULL", help="of SQLite")
    asked = parser.parse_args()
    if asked.way:
        way, url, synchronous, appends = asked.way
        if way == BARE:
            spent = measure_driver(url, synchronous, int(appends))
        else:
            spent = asyncio.run(measure_store(url, synchronous, int(appends)))
        print(json.dumps(spent))
        return
    print(f"synchronous={asked.synchronous}, medians of {asked.rounds} rounds; groups of {GROUPS}")
    for kind in asked.stores:
        compare(kind, [*asked.beside, str(ROOT), BARE], asked)


if __name__ == "__main__":
    main()
