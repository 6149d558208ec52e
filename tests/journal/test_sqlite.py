"""Store on an SQLite file, and the file's possible accidents."""

import asyncio
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from app.journal.errors import ConflictError, DatabaseInUseError, NotWritableError, StoreDownError, StoreError
from app.journal.sql.store import SqlStore
from app.rooms.events import ChoiceSealed, Said
from app.rooms.model.ids import AskNumber, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.conftest import OpenSql
from tests.journal.writers import V0, V1, V2, A, B, entry, open_room, reveal

NOBODY = 65_534


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Simulate a full disk: the kernel refuses writes beyond ``size`` bytes of a file."""
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))


@contextmanager
def drop_root() -> Iterator[None]:
    """Drop root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def lock_file(path: Path) -> Iterator[sqlite3.Connection]:
    """Lock the file as another writer does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_every_commit_waits_for_the_disk(sqlite_path: Path) -> None:
    store = SqlStore(f"sqlite:///{sqlite_path}")
    with store.database.engine.connect() as connection:
        said = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "journal_mode", "foreign_keys", "trusted_schema", "mmap_size", "busy_timeout")
        }
    asyncio.run(store.close())
    assert said == {
        "synchronous": 2,
        "journal_mode": "wal",
        "foreign_keys": 1,
        "trusted_schema": 0,
        "mmap_size": 0,
        "busy_timeout": 5000,
    }


@pytest.mark.asyncio
async def test_a_room_is_there_after_a_restart(open_sqlite: OpenSql) -> None:
    async with open_sqlite() as store:
        await open_room(store, A, Said(Seat(0), "hello"))
    async with open_sqlite() as store:
        assert await store.load(A) == (reveal(A), entry(2, Said(Seat(0), "hello")))


@pytest.mark.asyncio
async def test_no_commit_runs_on_the_event_loops_thread(open_sqlite: OpenSql) -> None:
    seen: list[int] = []
    async with open_sqlite() as store:
        event.listen(store.database.engine, "commit", lambda _: seen.append(threading.get_ident()))
        await open_room(store, A)
        await store.append(A, V1, [entry(2)], "lobby", None)
        await store.load(A)
    assert len(seen) == 3
    assert threading.get_ident() not in seen


@pytest.mark.asyncio
async def test_appends_that_wait_together_share_a_commit(open_sqlite: OpenSql, sqlite_path: Path) -> None:
    rooms = [RoomCode(f"ROOM{number:04}") for number in range(60)]
    commits: list[None] = []
    async with open_sqlite() as store:
        event.listen(store.database.engine, "commit", lambda _: commits.append(None))
        for last in (V0, V1):
            commits.clear()
            with lock_file(sqlite_path) as other:
                asked = [
                    asyncio.create_task(
                        store.append(room, last, [reveal(room) if last == V0 else entry(2)], "lobby", None)
                    )
                    for room in [*rooms, rooms[7]]
                ]
                await asyncio.sleep(0.1)
                other.rollback()
                outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [type(None)] * 60 + [ConflictError]
            # appends that came during the first ones' wait went together
            assert 0 < len(commits) <= 3


@pytest.mark.asyncio
async def test_a_constraint_one_append_breaks_fails_none_of_its_group(open_sqlite: OpenSql, sqlite_path: Path) -> None:
    async with open_sqlite() as store:
        await store.append(A, V0, [reveal(A), entry(2, command="once")], "lobby", None)
        with lock_file(sqlite_path) as other:
            asked = [
                asyncio.create_task(store.append(A, V2, [entry(3, command="once")], "lobby", None)),
                *(asyncio.create_task(open_room(store, RoomCode(f"ROOM{number:04}"))) for number in range(20)),
                asyncio.create_task(store.append(A, V2, [entry(3)], "lobby", None)),
            ]
            await asyncio.sleep(0.1)
            other.rollback()
            first, *others = await asyncio.gather(*asked, return_exceptions=True)
        assert type(first).__name__ == "DuplicateCommandError"
        assert others == [None] * 21
        assert await store.load(A, V2) == (entry(3),)


@pytest.mark.asyncio
async def test_reads_go_on_while_somebody_else_writes_the_file(open_sqlite: OpenSql, sqlite_path: Path) -> None:
    async with open_sqlite(busy_ms=50) as store:
        await open_room(store, A)
        with lock_file(sqlite_path) as other:
            with pytest.raises(StoreDownError, match="locked"):
                await store.append(A, V1, [entry(2)], "lobby", None)
            with pytest.raises(StoreDownError, match="locked"):
                await store.beat(Millis(5))
            await store.check()
            assert await store.load(A) == (reveal(A),)
            other.rollback()
        await store.append(A, V1, [entry(2)], "lobby", None)
        assert await store.load(A, V1) == (entry(2),)


@pytest.mark.fault
@pytest.mark.asyncio
async def test_full_disk_leaves_no_partial_append_and_store_recovers(open_sqlite: OpenSql, sqlite_path: Path) -> None:
    async with open_sqlite() as store:
        await open_room(store, A)
        await open_room(store, B)
        versions = {A: 1, B: 1}
        with no_file_longer_than(400_000):
            with pytest.raises(StoreDownError):
                while True:
                    for room in (A, B):
                        long = [entry(versions[room] + n, Said(Seat(0), "x" * 9_000)) for n in (1, 2, 3)]
                        await store.append(room, Version(versions[room]), long, "playing", None)
                        versions[room] += 3
            both = await asyncio.gather(
                *(
                    store.append(room, Version(last), [entry(last + 1, Said(Seat(0), "x" * 99_000))], "playing", None)
                    for room, last in versions.items()
                ),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in both] == [StoreDownError, StoreDownError]
            await store.check()
            for room, last in versions.items():
                assert [one.version for one in await store.load(room)] == list(range(1, last + 1))
        for room, last in versions.items():
            await store.append(room, Version(last), [entry(last + 1)], "finished", None)
            assert [one.version for one in await store.load(room)] == list(range(1, last + 2))
    assert versions[A] > 4, "the disk was full before anything went right"
    with closing(sqlite3.connect(sqlite_path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.fault
@pytest.mark.asyncio
async def test_append_fails_when_the_database_file_was_removed_or_replaced(
    open_sqlite: OpenSql, sqlite_path: Path, tmp_path: Path
) -> None:
    aside = tmp_path / "aside"
    async with open_sqlite() as store:
        await open_room(store, A)
        sqlite_path.rename(aside)
        with pytest.raises(StoreDownError, match="gone"):
            await store.append(A, V1, [entry(2)], "lobby", None)
        shutil.copy(aside, sqlite_path)
        with pytest.raises(StoreDownError, match="replaced"):
            await store.append(A, V1, [entry(2)], "lobby", None)
        with pytest.raises(StoreDownError, match="replaced"):
            await store.check()
        sqlite_path.unlink()
        aside.rename(sqlite_path)
        await store.append(A, V1, [entry(2)], "lobby", None)
        assert await store.load(A, V1) == (entry(2),)


@pytest.mark.asyncio
async def test_a_failure_tells_nothing_of_what_was_to_be_written(open_sqlite: OpenSql, sqlite_path: Path) -> None:
    secret = entry(2, ChoiceSealed(AskNumber(1), Seat(0), "thief 8"))
    async with open_sqlite(busy_ms=1) as store:
        await open_room(store, A)
        with lock_file(sqlite_path), pytest.raises(StoreDownError) as busy:
            await store.append(A, V1, [secret], "playing", None)
        with store.database.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE journal")
        with pytest.raises(StoreDownError) as broken:
            await store.append(A, V1, [secret], "playing", None)
    told = [*traceback.format_exception(busy.value), *traceback.format_exception(broken.value)]
    assert "INSERT INTO journal" in "".join(told)
    assert "thief" not in "".join(told)


class UnprintableError(Exception):
    """Error whose text raises an error."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("failure", "told"),
    [(ZeroDivisionError(), ZeroDivisionError), (DBAPIError("", {}, UnprintableError()), RuntimeError)],
)
async def test_unexpected_failure_is_raised_to_callers_and_store_continues(
    open_sqlite: OpenSql, failure: Exception, told: type[Exception]
) -> None:
    def fail(_: object) -> None:
        raise failure

    async with open_sqlite() as store:
        await open_room(store, A)
        event.listen(store.database.engine, "begin", fail)
        async with asyncio.timeout(10):
            asked = (store.append(A, V1, [entry(2)], "lobby", None), open_room(store, B), store.load(A))
            outcomes = await asyncio.gather(*asked, store.check(), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [told] * 4
        with pytest.raises(told):
            await store.append(A, V1, [entry(2)], "lobby", None)
        event.remove(store.database.engine, "begin", fail)
        await store.append(A, V1, [entry(2)], "lobby", None)


def test_the_files_are_for_the_servers_user_only(sqlite_path: Path) -> None:
    sqlite_path.touch(mode=0o666)
    sqlite_path.chmod(0o666)

    async def use() -> dict[str, int]:
        store = SqlStore(f"sqlite:///{sqlite_path}")
        await open_room(store, A)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in sqlite_path.parent.iterdir()}
        await store.close()
        return modes

    assert asyncio.run(use()) == {f"signet.db{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}


def test_second_store_on_a_file_is_refused_until_first_closes(sqlite_path: Path) -> None:
    store = SqlStore(f"sqlite:///{sqlite_path}")
    with pytest.raises(DatabaseInUseError, match=f"Another process is using the database {sqlite_path}"):
        SqlStore(f"sqlite:///{sqlite_path}")
    asyncio.run(store.close())
    asyncio.run(SqlStore(f"sqlite:///{sqlite_path}").close())


def test_a_second_process_on_the_file_is_refused(sqlite_path: Path) -> None:
    store = SqlStore(f"sqlite:///{sqlite_path}")
    code = f"from app.journal.sql.store import SqlStore; SqlStore('sqlite:///{sqlite_path}')"
    root = Path(__file__).parents[2]
    other = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    asyncio.run(store.close())
    assert other.returncode == 1
    assert "DatabaseInUseError: Another process is using the database" in other.stderr


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "signet.db"
    asyncio.run(SqlStore(f"sqlite:///{path}").close())
    assert path.stat().st_size > 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    with (
        allow_traversal(tmp_path),
        drop_root(),
        pytest.raises(NotWritableError, match=f"The folder {folder} cannot be written"),
    ):
        SqlStore(f"sqlite:///{folder}/signet.db")


def test_read_only_folder_is_named_in_error_despite_existing_lock(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    for name in ("signet.db", "signet.db.lock"):
        (folder / name).touch()
        (folder / name).chmod(0o666)
    folder.chmod(0o555)
    with (
        allow_traversal(tmp_path),
        drop_root(),
        pytest.raises(NotWritableError, match=f"The folder {folder} cannot be written"),
    ):
        SqlStore(f"sqlite:///{folder}/signet.db")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    path = folder / "signet.db"
    path.touch()
    path.chmod(0o444)
    with (
        allow_traversal(tmp_path),
        drop_root(),
        pytest.raises(NotWritableError, match=f"The database {path} cannot be written"),
    ):
        SqlStore(f"sqlite:///{path}")


@contextmanager
def allow_traversal(folder: Path) -> Iterator[None]:
    """Let everybody pass through the folders above."""
    above = [one for one in (folder, *folder.parents) if one.stat().st_uid == os.geteuid() and one != Path("/")]
    before = [stat.S_IMODE(one.stat().st_mode) for one in above]
    for one, mode in zip(above, before, strict=True):
        one.chmod(mode | 0o711)
    try:
        yield
    finally:
        for one, mode in zip(above, before, strict=True):
            one.chmod(mode)


def test_a_path_through_a_file_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotWritableError, match="cannot be written"):
        SqlStore(f"sqlite:///{tmp_path}/file/signet.db")


def test_file_that_is_no_database_is_refused_and_unchanged(sqlite_path: Path) -> None:
    sqlite_path.write_bytes(b"my holiday plans, which are longer than a header" * 100)
    before = sqlite_path.read_bytes()
    with pytest.raises(StoreDownError, match="not a database"):
        SqlStore(f"sqlite:///{sqlite_path}")
    assert sqlite_path.read_bytes() == before


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://host/signet", "signet.db", ""])
def test_an_address_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(StoreError):
        SqlStore(url)
