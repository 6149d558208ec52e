"""Backups by schedule: dated files in a folder, of which the newest are kept."""

import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.journal.sql.backup import restore
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from app.maintenance import DATED, DONE, FAILED, carry_out
from app.rooms.model.ids import RoomCode
from tests.journal.test_backup import everything, fill_store, sqlite_at
from tests.journal.writers import open_room
from tests.sources import ROOT

FOREIGN = ("notes.txt", "rooms.backup", "signet-2020-01-01.backup", "signet-2020-01-01T00-00-00-000000.backup.gz")
OLD = "signet-2020-01-01T00-00-00-000000.backup"
LINK = OLD.replace("2020", "2021")
"""Names of backups older than all others."""


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty database of either kind."""
    return sqlite_at(tmp_path / "one") if request.param == "sqlite" else str(request.getfixturevalue("fresh_postgres"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Folder for backups."""
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups"


def write(url: str, fill: Callable[[Store], Coroutine[Any, Any, object]]) -> None:
    """Let a server's store write."""

    async def run() -> None:
        store = SqlStore(url, trust_disk_off=True)
        await fill(store)
        await store.close()

    asyncio.run(run())


def back_up(url: str, folder: Path, keep: int, limit: int = resource.RLIM_INFINITY) -> subprocess.CompletedProcess[str]:
    """Run the program as a timer does; ``limit``: the largest file it may write."""
    return subprocess.run(
        [sys.executable, "-m", "app", "backup", "--keep", str(keep), str(folder)],
        cwd=ROOT,
        env={"SIGNET_DATABASE_URL": url, "SIGNET_DATA": str(folder.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        capture_output=True,
        text=True,
        check=False,
    )


def list_dated(folder: Path) -> list[Path]:
    """Return the dated backups, oldest first."""
    return sorted(path for path in folder.iterdir() if DATED.fullmatch(path.name) and path.name not in (OLD, LINK))


def read_back(file: Path, elsewhere: Path) -> object:
    """Return what a restored backup holds."""
    restore(sqlite_at(elsewhere), file, trust_disk_off=True)
    return everything(sqlite_at(elsewhere))


def test_newest_backups_are_kept_and_restored(url: str, folder: Path, tmp_path: Path) -> None:
    write(url, fill_store)
    states, said = [], []
    for number in range(3):
        write(url, partial(open_room, room=RoomCode(f"DDDD333{number}")))
        states.append(everything(url))
        done = back_up(url, folder, 2)
        assert (done.returncode, done.stderr) == (DONE, "")
        said = done.stdout.splitlines()
    oldest, newest = list_dated(folder)
    assert said[0].endswith(f" written to {newest}.")
    assert [line.endswith(" deleted.") for line in said[1:]] == [True]
    assert read_back(oldest, tmp_path / "two") == states[-2]
    assert read_back(newest, tmp_path / "three") == states[-1]
    assert {path.stat().st_mode & 0o777 for path in (oldest, newest)} == {0o600}


def test_foreign_files_stay(folder: Path, tmp_path: Path) -> None:
    write(sqlite_at(tmp_path / "one"), fill_store)
    for name in FOREIGN:
        (folder / name).write_text("mine")
    (folder / OLD).mkdir()
    (folder / LINK).symlink_to(folder / "notes.txt")
    for _ in range(2):
        assert carry_out("backup", sqlite_at(tmp_path / "one"), folder, 1)[0] == DONE
    assert {path.name for path in folder.iterdir()} == {
        *FOREIGN,
        OLD,
        LINK,
        *(path.name for path in list_dated(folder)),
    }
    assert len(list_dated(folder)) == 1


def test_as_many_backups_are_kept_as_said(folder: Path, tmp_path: Path) -> None:
    write(sqlite_at(tmp_path / "one"), fill_store)
    counts = []
    for _ in range(7):
        carry_out("backup", sqlite_at(tmp_path / "one"), folder, 5)
        counts.append(len(list_dated(folder)))
    assert counts == [1, 2, 3, 4, 5, 5, 5]


def break_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE journal")
        database.commit()


def test_failed_backup_deletes_nothing(folder: Path, tmp_path: Path) -> None:
    write(sqlite_at(tmp_path / "one"), fill_store)
    (folder / OLD).write_text("the only one")
    break_database(tmp_path / "one" / "signet.db")
    failed = back_up(sqlite_at(tmp_path / "one"), folder, 1)
    assert (failed.returncode, failed.stdout) == (FAILED, "")
    assert failed.stderr.startswith("Backup failed: ")
    assert [path.name for path in folder.iterdir()] == [OLD]


def test_backup_that_finds_no_room_on_the_disk_deletes_nothing(fresh_postgres: str, folder: Path) -> None:
    write(fresh_postgres, fill_store)
    (folder / OLD).write_text("the only one")
    full = back_up(fresh_postgres, folder, 1, limit=1024)
    assert (full.returncode, full.stdout) == (FAILED, "")
    assert full.stderr.endswith(".backup cannot be written: File too large.\n")
    assert [path.name for path in folder.iterdir()] == [OLD]


def test_new_backup_survives_a_clock_that_was_set_back(folder: Path, tmp_path: Path) -> None:
    write(sqlite_at(tmp_path / "one"), fill_store)
    later = f"signet-{datetime.now(UTC) + timedelta(days=400):%Y-%m-%dT%H-%M-%S-%f}.backup"
    (folder / later).write_text("from the future")
    code, lines = carry_out("backup", sqlite_at(tmp_path / "one"), folder, 1)
    (kept,) = list_dated(folder)
    assert code == DONE and lines[0].endswith(f" written to {kept}.")


def test_parts_of_killed_backups_are_deleted_with_their_time(folder: Path, tmp_path: Path) -> None:
    write(sqlite_at(tmp_path / "one"), fill_store)
    being_written = f"signet-{datetime.now(UTC) + timedelta(minutes=1):%Y-%m-%dT%H-%M-%S-%f}.backup.part"
    for name in (f"{OLD}.part", being_written):
        (folder / name).write_text("half of one")
    assert carry_out("backup", sqlite_at(tmp_path / "one"), folder, 1)[0] == DONE
    assert [path.name for path in list_dated(folder) if path.suffix == ".part"] == [being_written]


@pytest.mark.parametrize(
    ("keep", "name", "say"),
    [
        (0, "backups", "--keep needs a number from 1."),
        (-1, "backups", "--keep needs a number from 1."),
        (1, "elsewhere", "There is no folder "),
        (1, "-", "There is no folder "),
    ],
)
def test_bad_request_is_refused_and_changes_nothing(
    folder: Path, tmp_path: Path, keep: int, name: str, say: str
) -> None:
    write(sqlite_at(tmp_path / "one"), fill_store)
    (folder / OLD).write_text("the only one")
    place = Path(name) if name == "-" else tmp_path / name
    code, (line,) = carry_out("backup", sqlite_at(tmp_path / "one"), place, keep)
    assert code == FAILED and line.startswith(f"Backup failed: {say}")
    assert [path.name for path in folder.iterdir()] == [OLD]
