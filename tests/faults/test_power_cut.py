"""The power goes: what was never synced is gone, what was acknowledged is not.

``kill -9`` alone proves nothing about this: what a process wrote is safe with the kernel. So a preloaded library keeps
what each sync made safe, and the database is opened anew from those copies alone. ``POWER_CUTS`` sets the number of
cuts; ``--log-cli-level=INFO`` tells the figures."""

import asyncio
import logging
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.journal.sql.database import Synchronous
from app.journal.sql.store import SqlStore
from app.rooms.events import Entry
from app.rooms.model.ids import RoomCode
from tests.faults.power_cut_writer import DOWN, ROOMS, written
from tests.faults.preloaded import compiled
from tests.seeds import chosen_seed

pytestmark = pytest.mark.fault

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
CUTS = int(os.environ.get("POWER_CUTS", "2"))
TRIES = 10
"""Cuts of the less careful writer, of which one at least takes something. It stops at the first."""
PATIENCE_S = 60


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The disk that loses what was not synced."""
    return compiled("power_cut", tmp_path_factory.mktemp("library"))


class Machine:
    """A computer whose power can be cut, with a program on it that writes a journal."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.live, self.kept, self.broken = folder / "live", folder / "kept", folder / "broken"
        self.live.mkdir()
        self.kept.mkdir()
        self._said = folder / "said"
        self._library = library

    @contextmanager
    def writes(self, synchronous: Synchronous) -> Iterator[None]:
        """The program runs in here; at the end the power is cut, and the disk holds what was synced."""
        env = {
            **os.environ,
            "LD_PRELOAD": str(self._library),
            "POWER_CUT_KEPT": str(self.kept),
            "POWER_CUT_BROKEN": str(self.broken),
        }
        program = (sys.executable, "-m", "tests.faults.power_cut_writer", str(self.live / "signet.db"), synchronous)
        with self._said.open("wb") as said:
            process = subprocess.Popen(program, cwd=HERE.parents[1], env=env, stdout=said)
        try:
            yield
            assert process.poll() is None, "the program ended by itself"
        finally:
            process.kill()
            process.wait()
        for file in self.live.iterdir():
            file.unlink()
        for file in self.kept.glob("signet.db*"):
            if file.suffix != ".fresh":
                file.rename(self.live / file.name)

    def lines(self) -> list[str]:
        """What the program has said so far, whole lines only."""
        return self._said.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()

    def wait(self, is_reached: Callable[[list[str]], bool]) -> None:
        """Until what the program said is enough. A slow disk may take its time, as long as something is said."""
        said, end = 0, time.monotonic() + PATIENCE_S
        while not is_reached(lines := self.lines()):
            if len(lines) > said:
                said, end = len(lines), time.monotonic() + PATIENCE_S
            assert time.monotonic() < end, "the program fell silent"
            # all of it is read again each time
            time.sleep(0.02)

    def acknowledged(self) -> dict[RoomCode, int]:
        """The last version of each room that the program was told is safe."""
        found = dict.fromkeys(ROOMS, 0)
        for line in self.lines():
            if line != DOWN:
                room, _, version = line.partition(" ")
                found[RoomCode(room)] = int(version)
        return found

    def journals(self) -> dict[RoomCode, tuple[Entry, ...]]:
        """What is found after the power is back."""

        async def load() -> dict[RoomCode, tuple[Entry, ...]]:
            store = SqlStore(f"sqlite:///{self.live / 'signet.db'}")
            try:
                return {room: await store.load(room) for room in ROOMS}
            finally:
                await store.close()

        found = asyncio.run(load())
        with closing(sqlite3.connect(self.live / "signet.db")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return found

    def lost(self) -> int:
        """How many acknowledged entries are missing; what is there must be what was written, in order."""
        missing = 0
        acknowledged, journals = self.acknowledged(), self.journals()
        for room, entries in journals.items():
            assert entries == tuple(written(room, number) for number in range(1, len(entries) + 1))
            assert len(entries) <= acknowledged[room] + 1, "more than was ever asked for"
            missing += max(0, acknowledged[room] - len(entries))
        return missing


def cuts(folder: Path, library: Path, synchronous: Synchronous, times: int, rng: random.Random) -> tuple[int, int]:
    """How many entries were acknowledged before so many cuts, and how many of them are lost."""
    found = [cut(folder / str(number), library, synchronous, rng.randrange(50, 3000)) for number in range(times)]
    total, lost = (sum(counts) for counts in zip(*found, strict=True))
    log.info("%s: %d of %d acknowledged entries lost in %d cuts", synchronous, lost, total, times)
    return total, lost


def cut(folder: Path, library: Path, synchronous: Synchronous, enough: int) -> tuple[int, int]:
    """The same of one cut, after so many entries."""
    folder.mkdir(parents=True)
    machine = Machine(folder, library)
    with machine.writes(synchronous):
        machine.wait(lambda lines: len(lines) >= enough)
    return sum(machine.acknowledged().values()), machine.lost()


@pytest.mark.slow("thousands of commits are copied one by one")
def test_a_power_cut_takes_nothing_that_was_acknowledged(tmp_path: Path, library: Path) -> None:
    total, lost = cuts(tmp_path, library, "FULL", CUTS, random.Random(chosen_seed()))
    assert total >= 50 * CUTS
    assert lost == 0


def test_with_less_care_a_power_cut_takes_acknowledged_entries(tmp_path: Path, library: Path) -> None:
    # a cut right after a sync has nothing to take
    rng, folders = random.Random(chosen_seed()), (tmp_path / str(number) for number in range(TRIES))
    lost = (cuts(folder, library, "NORMAL", 1, rng)[1] for folder in folders)
    assert any(lost), "this test could not tell a safe journal from an unsafe one"


def test_what_a_failing_disk_refused_is_never_acknowledged(tmp_path: Path, library: Path) -> None:
    machine = Machine(tmp_path, library)
    with machine.writes("FULL"):
        machine.wait(lambda lines: len(lines) >= 300)
        machine.broken.touch()
        machine.wait(lambda lines: lines.count(DOWN) >= 20)
        refused_from = len(machine.lines())
        machine.wait(lambda lines: len(lines) >= refused_from + 20)
        assert set(machine.lines()[refused_from:]) == {DOWN}
        machine.broken.unlink()
        machine.wait(lambda lines: len(lines) - lines.count(DOWN) >= 600)
    assert machine.lost() == 0
