"""Commands of the operator, as typed."""

import asyncio
import gzip
import os
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app.cli import main
from app.journal.sql.store import SqlStore
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Version
from tests.records.evenings import short_evening
from tests.rooms.builders import CODE
from tests.sources import ROOT


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Settings of a database with one room."""
    for name in [name for name in os.environ if name.startswith("SIGNET_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "data"))
    asyncio.run(_fill(tmp_path / "data" / "signet.db"))


async def _fill(path: Path) -> None:
    store, evening = SqlStore(f"sqlite:///{path}"), short_evening()
    await store.append(CODE, Version(0), evening.entries, evening.room.phase, next_deadline(evening.room))
    await store.close()


def test_backup_restore_and_check(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = str(tmp_path / "rooms.backup")
    assert main(["backup", file]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 room with ")
    assert said.endswith(f" entries written to {file}.\n")
    assert main(["restore", file]) == 2
    assert "holds rooms already" in capsys.readouterr().err
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "elsewhere"))
    assert main(["check"]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert main(["restore", file]) == 0
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith(" looked over: all sound.\n")


def test_a_broken_room_is_named_with_its_first_broken_entry(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / "signet.db")) as database:
        database.execute("UPDATE journal SET kind = 'unheard_of' WHERE version = 7")
        database.commit()
    assert main(["check"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith(f"Room {CODE}, entry 7 of ")
    assert lines[-1].endswith("looked over: 1 broken.")


def test_check_detects_a_truncated_journal_by_its_rooms_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / "signet.db")) as database:
        (count,) = database.execute("SELECT count(*) FROM journal").fetchone()
        database.execute("DELETE FROM journal WHERE version > 30")
        database.commit()
    assert main(["check"]) == 1
    first, _ = capsys.readouterr().err.splitlines()
    assert first == f"Room {CODE}, entry 31 of {count}: it is missing, and with it the end of the journal"


def run(*words: str, **settings: str) -> subprocess.Popen[bytes]:
    """Start the program as a user types it, with pipes for its input and its output."""
    command = (sys.executable, "-m", "app", *words)
    own = {**os.environ, **{f"SIGNET_{name}": value for name, value in settings.items()}}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=own, stdin=pipe, stdout=pipe, stderr=pipe)


def test_a_backup_goes_through_pipes_as_through_a_file(tmp_path: Path) -> None:
    """From one container to another, without a writable folder."""
    backup, said = run("backup", "-").communicate()
    assert backup.startswith(b"\x1f\x8b")
    assert re.fullmatch(rb"1 room with \d+ entries written\.\n", said)
    told, nothing = run("restore", "-", DATA=str(tmp_path / "elsewhere")).communicate(backup)
    assert (told, nothing) == (said.replace(b"written", b"restored"), b"")
    again, _ = run("backup", "-", DATA=str(tmp_path / "elsewhere")).communicate()
    assert gzip.decompress(again) == gzip.decompress(backup)


def test_restore_refuses_a_truncated_backup_from_a_pipe_entirely(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "rooms.backup"
    assert main(["backup", str(file)]) == 0
    backup = file.read_bytes()
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "elsewhere"))
    for half in (backup[:-9], gzip.compress(gzip.decompress(backup)[:-100])):
        assert restore_from_pipe(half, monkeypatch) == 2
        assert capsys.readouterr().err.startswith("Restore failed: ")
    assert restore_from_pipe(backup, monkeypatch) == 0
    assert capsys.readouterr().out.endswith(" restored.\n")


def restore_from_pipe(backup: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the exit code."""
    reading, writing = os.pipe()
    with ThreadPoolExecutor() as threads, os.fdopen(reading, encoding="utf-8") as pipe:
        threads.submit(write_whole, writing, backup)
        monkeypatch.setattr(sys, "stdin", pipe)
        return main(["restore", "-"])


def write_whole(pipe: int, backup: bytes) -> None:
    """Write the whole backup, as long as the pipe has a reader."""
    with suppress(BrokenPipeError), os.fdopen(pipe, "wb") as out:
        out.write(backup)


def test_a_backup_into_a_pipe_that_nobody_reads_fails(tmp_path: Path) -> None:
    backing = run("backup", "-")
    assert backing.stdout is not None
    backing.stdout.close()
    assert b"Backup failed: The output cannot be written: " in backing.communicate()[1]
    assert backing.returncode != 0


def test_backup_succeeds_with_a_data_folder_that_is_not_writable(tmp_path: Path) -> None:
    """A container's root is read-only."""
    database = f"sqlite:///{tmp_path / 'data' / 'signet.db'}"
    assert not os.access("/proc/self/last-backup", os.F_OK)
    backing = run("backup", "-", DATA="/proc/self", DATABASE_URL=database)
    backup, said = backing.communicate()
    assert (backing.returncode, backup[:2]) == (0, b"\x1f\x8b"), said


def test_a_backup_is_not_poured_over_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["backup", "-"]) == 2
    told = capsys.readouterr()
    assert (told.out, "send it into a file" in told.err) == ("", True)
