"""Power cuts: unsynced writes are lost, acknowledged ones are not.

``kill -9`` proves nothing here: a process's writes are safe with the kernel. So a preloaded library copies what each
sync made safe, and the database opens from those copies alone. ``POWER_CUTS`` sets the number of cuts;
``--log-cli-level=INFO`` shows the figures."""

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
from tests.faults.power_cut_writer import DOWN, ROOMS, make_entry
from tests.faults.preloaded import compile_library
from tests.seeds import choose_seed

pytestmark = pytest.mark.fault

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
CUTS = int(os.environ.get("POWER_CUTS", "2"))
TRIES = 10
"""Most cuts of the careless writer; the test stops at the first loss."""
PATIENCE_S = 60


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Library of a disk that loses unsynced writes."""
    return compile_library("power_cut", tmp_path_factory.mktemp("library"))


class Machine:
    """Computer whose power can be cut, with a program that writes a journal."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.live, self.kept, self.broken = folder / "live", folder / "kept", folder / "broken"
        self.live.mkdir()
        self.kept.mkdir()
        self._said = folder / "said"
        self._library = library

    @contextmanager
    def run_writer(self, synchronous: Synchronous) -> Iterator[None]:
        """Run the program; at the end cut the power and keep what was synced."""
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

    def read_lines(self) -> list[str]:
        """Return the program's complete lines so far."""
        return self._said.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()

    def wait(self, is_reached: Callable[[list[str]], bool]) -> None:
        """Wait until the program's output is enough.

        A slow disk may take its time while lines arrive."""
        said, end = 0, time.monotonic() + PATIENCE_S
        while not is_reached(lines := self.read_lines()):
            if len(lines) > said:
                said, end = len(lines), time.monotonic() + PATIENCE_S
            assert time.monotonic() < end, "the program fell silent"
            # The whole output is read again each time.
            time.sleep(0.02)

    def read_acknowledged(self) -> dict[RoomCode, int]:
        """Return the last version of each room that was reported as safe."""
        found = dict.fromkeys(ROOMS, 0)
        for line in self.read_lines():
            if line != DOWN:
                room, _, version = line.partition(" ")
                found[RoomCode(room)] = int(version)
        return found

    def read_journals(self) -> dict[RoomCode, tuple[Entry, ...]]:
        """Return what is found after the power is back."""

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

    def count_lost(self) -> int:
        """Return the number of missing acknowledged entries.

        Existing entries must be those written, in order."""
        missing = 0
        acknowledged, journals = self.read_acknowledged(), self.read_journals()
        for room, entries in journals.items():
            assert entries == tuple(make_entry(room, number) for number in range(1, len(entries) + 1))
            assert len(entries) <= acknowledged[room] + 1, "more than was ever asked for"
            missing += max(0, acknowledged[room] - len(entries))
        return missing


def cut_repeatedly(
    folder: Path, library: Path, synchronous: Synchronous, times: int, rng: random.Random
) -> tuple[int, int]:
    """Return the entries acknowledged before so many cuts, and those lost."""
    found = [cut_once(folder / str(number), library, synchronous, rng.randrange(50, 3000)) for number in range(times)]
    total, lost = (sum(counts) for counts in zip(*found, strict=True))
    log.info("%s: %d of %d acknowledged entries lost in %d cuts", synchronous, lost, total, times)
    return total, lost


def cut_once(folder: Path, library: Path, synchronous: Synchronous, enough: int) -> tuple[int, int]:
    """Return the same for one cut after so many entries."""
    folder.mkdir(parents=True)
    machine = Machine(folder, library)
    with machine.run_writer(synchronous):
        machine.wait(lambda lines: len(lines) >= enough)
    return sum(machine.read_acknowledged().values()), machine.count_lost()


@pytest.mark.slow("thousands of commits are copied one by one")
def test_power_cut_loses_no_acknowledged_entry(tmp_path: Path, library: Path) -> None:
    total, lost = cut_repeatedly(tmp_path, library, "FULL", CUTS, random.Random(choose_seed()))
    assert total >= 50 * CUTS
    assert lost == 0


def test_careless_writer_loses_acknowledged_entries(tmp_path: Path, library: Path) -> None:
    # A cut right after a sync has nothing to lose.
    rng, folders = random.Random(choose_seed()), (tmp_path / str(number) for number in range(TRIES))
    lost = (cut_repeatedly(folder, library, "NORMAL", 1, rng)[1] for folder in folders)
    assert any(lost), "this test could not tell a safe journal from an unsafe one"


def test_write_refused_by_the_disk_is_not_acknowledged(tmp_path: Path, library: Path) -> None:
    machine = Machine(tmp_path, library)
    with machine.run_writer("FULL"):
        machine.wait(lambda lines: len(lines) >= 300)
        machine.broken.touch()
        machine.wait(lambda lines: lines.count(DOWN) >= 20)
        refused_from = len(machine.read_lines())
        machine.wait(lambda lines: len(lines) >= refused_from + 20)
        assert set(machine.read_lines()[refused_from:]) == {DOWN}
        machine.broken.unlink()
        machine.wait(lambda lines: len(lines) - lines.count(DOWN) >= 600)
    assert machine.count_lost() == 0
