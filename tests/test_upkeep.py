"""The operator's commands, as typed."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.cli import main
from app.journal.sql_store import SqlStore
from app.rooms.ids import Version
from app.rooms.timing import wakes_at
from tests.record.evenings import short_evening
from tests.rooms.builders import CODE


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A database with one room."""
    for name in [name for name in os.environ if name.startswith("SIGNET_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "data"))
    asyncio.run(_fill(tmp_path / "data" / "signet.db"))


async def _fill(path: Path) -> None:
    store, evening = SqlStore(f"sqlite:///{path}"), short_evening()
    await store.append(CODE, Version(0), evening.entries, evening.room.phase, wakes_at(evening.room))
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


def test_a_journal_without_its_end_is_told_by_the_row_of_its_room(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / "signet.db")) as database:
        (count,) = database.execute("SELECT count(*) FROM journal").fetchone()
        database.execute("DELETE FROM journal WHERE version > 30")
        database.commit()
    assert main(["check"]) == 1
    first, _ = capsys.readouterr().err.splitlines()
    assert first == f"Room {CODE}, entry 31 of {count}: it is missing, and with it the end of the journal"
