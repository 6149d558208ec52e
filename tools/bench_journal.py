"""How many appends a second the journal takes on SQLite, with the disk waited for: ``python -m tools.bench_journal``.

Each task appends one fact a time to a room of its own and waits for its commit. Medians over the rounds."""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from app.journal.sql.database import Synchronous
from app.journal.sql.store import SqlStore
from app.rooms.facts import ChoiceSealed, Entry, Fact, RoomOpened
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

FACT = ChoiceSealed(AskNumber(12), Seat(3), "show A1468 A1660 B1755")


def entry(version: int, fact: Fact) -> Entry:
    """An entry such as a room writes."""
    return Entry(Version(version), Millis(1_700_000_000_000 + version), fact, body=Digest("0" * 64))


async def append_until(store: SqlStore, room: RoomCode, end: float) -> list[float]:
    """Appends until the end of the round; how long each append took, in milliseconds."""
    await store.append(room, Version(0), [entry(1, RoomOpened(room, "adel_verpflichtet", "j", "w"))], "lobby", None)
    took, version = [], 1
    while (begun := time.perf_counter()) < end:
        await store.append(room, Version(version), [entry(version + 1, FACT)], "playing", None)
        version += 1
        took.append((time.perf_counter() - begun) * 1000)
    return took


async def one_round(folder: Path, tasks: int, seconds: float, synchronous: Synchronous) -> tuple[float, float, float]:
    """Appends a second, and the median and 99th percentile of their milliseconds."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        store = SqlStore(f"sqlite:///{place}/bench.db", synchronous=synchronous)
        begun = time.perf_counter()
        end = begun + seconds
        took = await asyncio.gather(*(append_until(store, RoomCode(f"ROOM{n:04}"), end) for n in range(tasks)))
        spent = time.perf_counter() - begun
        await store.close()
    each = sorted(milliseconds for one in took for milliseconds in one)
    return len(each) / spent, statistics.median(each), each[len(each) * 99 // 100]


def main() -> None:
    """Prints a line for each number of tasks."""
    parser = argparse.ArgumentParser(description="Appends a second on SQLite.")
    parser.add_argument("--folder", type=Path, default=None, help="where the database lies; its disk is what counts")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--synchronous", choices=("FULL", "NORMAL", "OFF"), default="FULL")
    asked = parser.parse_args()
    print(f"synchronous={asked.synchronous}, medians of {asked.rounds} rounds of {asked.seconds} s")
    for tasks in (1, 50):
        rounds = [
            asyncio.run(one_round(asked.folder, tasks, asked.seconds, asked.synchronous)) for _ in range(asked.rounds)
        ]
        rate, middle, tail = (statistics.median(figure) for figure in zip(*rounds, strict=True))
        print(f"{tasks:3} tasks: {rate:8.0f} appends/s   p50 {middle:6.2f} ms   p99 {tail:6.2f} ms")


if __name__ == "__main__":
    main()
