"""Backups: taken from a running server, whole or not at all, for either database."""

import asyncio
import gzip
import stat
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from app.journal.contacts import FILE_KEY
from app.journal.errors import DatabaseInUseError, StoreError
from app.journal.rows import StoredRoom
from app.journal.sql.backup import BadBackupError, back_up, restore
from app.journal.sql.snapshot import snapshot
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from app.rooms.events import DeviceRevoked, JoinKeyChanged, SeatTaken
from app.rooms.model.ids import Millis, RoomCode
from engine.core.seats import Seat
from tests.journal.writers import ANNA, BEN, KEY, V0, V1, V3, A, B, C, entry, list_held, open_room, reveal
from tests.rooms.builders import NEW_CODE

MANY = 700
"""Number of entries, more than one statement takes."""


def sqlite_at(folder: Path) -> str:
    return f"sqlite:///{folder / 'signet.db'}"


async def fill_store(store: Store) -> None:
    """Fill the store with a playing room, one with a long journal, and a new one."""
    seats = [
        entry(2, SeatTaken(Seat(0), "Anna \u2028 \U0001f98a", ANNA), KEY),
        entry(3, SeatTaken(Seat(1), "Ben", BEN)),
    ]
    await store.append(A, V0, [reveal(A), *seats], "playing", Millis(5))
    changed = entry(2, JoinKeyChanged("key", NEW_CODE, "watch key"))
    await store.append(B, V0, [reveal(B), changed, *(entry(number) for number in range(3, MANY))], "lobby", None)
    await open_room(store, C)
    await store.beat(Millis(1_700_000_000_123))


def everything(url: str) -> tuple[list[StoredRoom], Millis | None]:
    with snapshot(url) as all_rooms:
        return list(all_rooms.rooms()), all_rooms.last_beat()


async def fill(url: str) -> None:
    store = SqlStore(url, trust_disk_off=True)
    await fill_store(store)
    await store.close()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Backup of three rooms."""
    asyncio.run(fill(sqlite_at(tmp_path / "one")))
    file = tmp_path / "rooms.backup"
    assert back_up(sqlite_at(tmp_path / "one"), file) == (3, 3 + MANY)
    return file


def rewritten(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """Return the backup with other lines."""
    file.write_bytes(gzip.compress(b"".join(change(gzip.decompress(file.read_bytes()).splitlines(keepends=True)))))
    return file


@pytest.mark.asyncio
async def test_backup_of_a_running_server_takes_a_consistent_snapshot(tmp_path: Path) -> None:
    store = SqlStore(sqlite_at(tmp_path / "one"))
    await fill_store(store)
    with snapshot(sqlite_at(tmp_path / "one")) as all_rooms:
        before = all_rooms.count()
        await store.append(A, V3, [entry(4)], "playing", None)
        await open_room(store, RoomCode("DDDD3333"))
        assert (before, all_rooms.count()) == (3, 3)
        assert [len(room.rows) for room in all_rooms.rooms()] == [3, MANY - 1, 1]
    assert back_up(sqlite_at(tmp_path / "one"), tmp_path / "copy") == (4, 5 + MANY)
    await store.append(C, V1, [entry(2)], "lobby", None)
    await store.close()


def test_what_is_restored_is_what_there_was(copied: Path, tmp_path: Path) -> None:
    assert restore(sqlite_at(tmp_path / "two"), copied) == (3, 3 + MANY)
    assert everything(sqlite_at(tmp_path / "two")) == everything(sqlite_at(tmp_path / "one"))


def test_one_format_serves_both_kinds_of_database(copied: Path, tmp_path: Path, fresh_postgres: str) -> None:
    restore(fresh_postgres, copied, trust_disk_off=True)
    assert everything(fresh_postgres) == everything(sqlite_at(tmp_path / "one"))
    back_up(fresh_postgres, tmp_path / "again")
    restore(sqlite_at(tmp_path / "two"), tmp_path / "again")
    assert everything(sqlite_at(tmp_path / "two")) == everything(sqlite_at(tmp_path / "one"))


@pytest.mark.asyncio
async def test_restored_room_accepts_appends_and_keeps_seats_and_codes(copied: Path, tmp_path: Path) -> None:
    await asyncio.to_thread(restore, sqlite_at(tmp_path / "two"), copied)
    store = SqlStore(sqlite_at(tmp_path / "two"))
    assert await list_held(store, ANNA) == ((A, Seat(0)),)
    assert [await store.room_joined_by(code) for code in (A, B, NEW_CODE)] == [A, None, B]
    await store.append(A, V3, [entry(4)], "playing", None)
    assert len(await store.load(A)) == 4
    await store.close()


def test_backup_file_is_private_and_never_overwrites_a_file(copied: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(copied.stat().st_mode) == 0o600
    before = copied.read_bytes()
    with pytest.raises(BadBackupError, match="is there already"):
        back_up(sqlite_at(tmp_path / "one"), copied)
    assert copied.read_bytes() == before
    with pytest.raises(BadBackupError, match="cannot be written"):
        back_up(sqlite_at(tmp_path / "one"), tmp_path / "nowhere" / "file")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "rooms.backup"]


def test_a_database_that_holds_rooms_is_left_alone(copied: Path, tmp_path: Path) -> None:
    before = everything(sqlite_at(tmp_path / "one"))
    with pytest.raises(StoreError, match="holds rooms already"):
        restore(sqlite_at(tmp_path / "one"), copied)
    assert everything(sqlite_at(tmp_path / "one")) == before


@pytest.mark.asyncio
async def test_a_database_in_use_is_left_alone(copied: Path, tmp_path: Path) -> None:
    store = SqlStore(sqlite_at(tmp_path / "two"))
    with pytest.raises(DatabaseInUseError):
        await asyncio.to_thread(restore, sqlite_at(tmp_path / "two"), copied)
    await store.close()


def drop_last_line(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def change_text(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"line 400", b"line 401") for line in lines]


def drop_line(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-3], *lines[-2:]]


def repeat_line(lines: list[bytes]) -> list[bytes]:
    return [*lines, lines[-2]]


def change_schema(lines: list[bytes]) -> list[bytes]:
    return [orjson.dumps({**orjson.loads(lines[0]), "schema": "9999"}) + b"\n", *lines[1:]]


def change_program(lines: list[bytes]) -> list[bytes]:
    return [b"{}\n", *lines[1:]]


def add_field(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b"{", b'{"more":1,', 1), *lines[2:]]


@pytest.mark.parametrize(
    "change",
    [
        drop_last_line,
        change_text,
        drop_line,
        repeat_line,
        change_schema,
        change_program,
        add_field,
    ],
)
def test_a_file_that_was_changed_is_refused_whole(
    copied: Path, tmp_path: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    with pytest.raises(StoreError):
        restore(sqlite_at(tmp_path / "two"), rewritten(copied, change))
    restore(sqlite_at(tmp_path / "two"), _fresh(tmp_path))
    assert everything(sqlite_at(tmp_path / "two")) == everything(sqlite_at(tmp_path / "one"))


def _fresh(folder: Path) -> Path:
    back_up(sqlite_at(folder / "one"), folder / "fresh")
    return folder / "fresh"


@pytest.mark.parametrize("size", [0, 5, 200, -20])
def test_a_file_that_breaks_off_is_refused(copied: Path, tmp_path: Path, size: int) -> None:
    copied.write_bytes(copied.read_bytes()[:size])
    with pytest.raises(BadBackupError):
        restore(sqlite_at(tmp_path / "two"), copied)


def test_backup_and_restore_reject_missing_files_and_wrong_formats(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BadBackupError, match="is no backup"):
        restore(sqlite_at(tmp_path / "two"), tmp_path / "text")
    with pytest.raises(BadBackupError, match="There is no file"):
        restore(sqlite_at(tmp_path / "two"), tmp_path / "missing")
    with pytest.raises(StoreError, match="There is no database"):
        back_up(sqlite_at(tmp_path / "two"), tmp_path / "copy")
    assert not (tmp_path / "two").exists()
    (tmp_path / "signet.db").write_bytes(b"")
    with pytest.raises(StoreError, match="not of this version"):
        back_up(sqlite_at(tmp_path), tmp_path / "copy")


def test_backup_includes_the_room_file_key_and_revoked_devices(tmp_path: Path) -> None:
    async def fill(url: str) -> None:
        store = SqlStore(url, trust_disk_off=True)
        await open_room(store, A, SeatTaken(Seat(0), "Anna", ANNA), DeviceRevoked(Seat(0), ANNA))
        assert await store.contacts.key(FILE_KEY, "0f" * 32) == "0f" * 32
        assert await store.contacts.key("links", "no backup has it") == "no backup has it"
        await store.close()

    async def read_stored(url: str) -> tuple[str, str, frozenset[str]]:
        store = SqlStore(url, trust_disk_off=True)
        found = await store.contacts.key(FILE_KEY, "new"), await store.contacts.key("links", "new")
        revoked = await store.load_revoked(A)
        await store.close()
        return (*found, revoked)

    asyncio.run(fill(sqlite_at(tmp_path / "one")))
    back_up(sqlite_at(tmp_path / "one"), tmp_path / "rooms.backup")
    # a server that started before the restore has made a key of its own
    asyncio.run(read_stored(sqlite_at(tmp_path / "two")))
    restore(sqlite_at(tmp_path / "two"), tmp_path / "rooms.backup")
    assert asyncio.run(read_stored(sqlite_at(tmp_path / "two"))) == ("0f" * 32, "new", frozenset({ANNA}))
