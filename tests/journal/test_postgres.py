"""Store on Postgres: with other processes, and with a server that comes and goes."""

import asyncio
import traceback
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager

import psycopg
import pytest

from app.journal.errors import ConflictError, NotDurableError, StoreDownError, UnknownOutcomeError
from app.journal.sql import writing
from app.journal.sql.cursor import Cursor, Row
from app.journal.sql.store import SqlStore
from app.journal.sql.transactions import Transactions
from app.rooms.events import ChoiceSealed, Said, SeatLeft
from app.rooms.model.ids import AskNumber, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.writers import V0, V1, V2, A, B, entry, open_room, reveal
from tests.postgres import CAREFREE, Postgres, postgres_server

pytestmark = pytest.mark.asyncio

SLOW_COMMIT = """
    CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_long();
"""


@asynccontextmanager
async def open_store(url: str, *, busy_ms: int | None = None, trust_disk_off: bool = True) -> AsyncIterator[SqlStore]:
    """Open a store on the database, and close it afterwards."""
    store = SqlStore(url, busy_ms=busy_ms, trust_disk_off=trust_disk_off)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def bare(url: str) -> Iterator[psycopg.Connection]:
    """Yield another process's connection."""
    with closing(psycopg.connect(url.replace("+psycopg", ""))) as connection:
        yield connection
        # after a close the server keeps the locks for a moment, and a store with a short timeout meets them
        connection.rollback()


async def wait_for_statement(url: str, query: str) -> None:
    """Wait until the store's connection hangs in a statement that begins so."""
    with bare(url) as connection:
        connection.autocommit = True
        asked = (
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event IS NOT NULL AND state = 'active' AND query LIKE %s"
        )
        async with asyncio.timeout(10):
            while connection.execute(asked, (f"{query}%",)).fetchone() == (0,):
                await asyncio.sleep(0.01)


def cut_connections(url: str) -> int:
    """End the store's connections from the server's side; return their number."""
    with bare(url) as connection:
        connection.autocommit = True
        cut = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'signet' AND datname = current_database()"
        ).fetchall()
    return len(cut)


async def test_two_first_heartbeats_at_once_both_succeed(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as store:
        with bare(fresh_postgres) as other:
            other.execute("INSERT INTO heartbeat (id, at) VALUES (1, 5)")
            beating = asyncio.create_task(store.beat(Millis(7)))
            await wait_for_statement(fresh_postgres, "INSERT INTO heartbeat")
            other.commit()
            await beating
        assert await store.last_beat() == 7


async def test_store_refuses_a_server_with_fsync_off(fresh_postgres: str) -> None:
    with pytest.raises(NotDurableError, match="fsync = off"):
        SqlStore(fresh_postgres)


async def test_a_server_that_acknowledges_too_early_is_refused() -> None:
    with (
        postgres_server(("synchronous_commit=off",)) as server,
        pytest.raises(NotDurableError, match="synchronous_commit = off"),
    ):
        SqlStore(server.url())


async def test_limits_on_waiting_are_set(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as store:
        with store.database.engine.connect() as connection:
            said = [
                connection.exec_driver_sql(f"SHOW {name}").scalar()
                for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
            ]
    assert said == ["2s", "5s", "10s"]


async def test_any_number_of_processes_may_start_on_an_empty_database(fresh_postgres: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(lambda _: SqlStore(fresh_postgres, trust_disk_off=True), range(4)))
    for number, store in enumerate(stores):
        await open_room(store, RoomCode(f"ROOM000{number}"))
        await store.close()


async def test_later_of_two_processes_opening_one_room_gets_a_conflict(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as store:
        with bare(fresh_postgres) as other:
            other.execute(
                "INSERT INTO rooms (code, game, phase, version, updated_at) VALUES (%s, 'g', 'lobby', 1, 0)", (A,)
            )
            late = asyncio.create_task(store.append(A, V0, [reveal(A)], "lobby", None))
            beside = asyncio.create_task(store.append(B, V0, [reveal(B)], "lobby", None))
            await wait_for_statement(fresh_postgres, "INSERT INTO rooms")
            other.commit()
            outcomes = await asyncio.gather(late, beside, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [ConflictError, type(None)]
        assert await store.load(A) == ()


async def test_a_room_somebody_holds_on_to_holds_up_no_other(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres, busy_ms=200) as store:
        for room in (A, B):
            await open_room(store, room)
        with bare(fresh_postgres) as other:
            other.execute("SELECT 1 FROM rooms WHERE code = %s FOR UPDATE", (A,))
            outcomes = await asyncio.gather(
                *(store.append(room, V1, [entry(2)], "lobby", None) for room in (A, B)), return_exceptions=True
            )
        assert [type(outcome) for outcome in outcomes] == [StoreDownError, type(None)]
        await store.append(A, V1, [entry(2)], "lobby", None)


@pytest.mark.fault
async def test_a_connection_lost_between_calls_is_replaced_unseen(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as store:
        await open_room(store, A)
        assert cut_connections(fresh_postgres) == 1
        await store.append(A, V1, [entry(2)], "lobby", None)
        assert cut_connections(fresh_postgres) == 1
        assert await store.load(A) == (reveal(A), entry(2))


@pytest.mark.fault
async def test_append_is_written_once_after_connection_loss_before_commit(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as store:
        await open_room(store, A)
        with bare(fresh_postgres) as other:
            other.execute("SELECT 1 FROM rooms WHERE code = %s FOR UPDATE", (A,))
            append = asyncio.create_task(store.append(A, V1, [entry(2)], "lobby", None))
            await wait_for_statement(fresh_postgres, "SELECT code, version, head, is_compressed FROM rooms")
            assert cut_connections(fresh_postgres) == 1
            other.rollback()
            await append
        assert await store.load(A) == (reveal(A), entry(2))


class CutShort(Cursor):
    """Cursor that loses its connection once, before the writing statements."""

    url = ""

    def write(self, rooms: Sequence[Row], rows: Sequence[Row]) -> None:
        """Implement Cursor."""
        if CutShort.url:
            url, CutShort.url = CutShort.url, ""
            assert cut_connections(url) >= 1
        super().write(rooms, rows)


@pytest.mark.fault
@pytest.mark.parametrize("rooms", [(A,), (A, B)])
async def test_append_is_written_once_after_connection_loss_between_statements(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch, rooms: Sequence[RoomCode]
) -> None:
    monkeypatch.setattr(writing, "Cursor", CutShort)
    async with open_store(fresh_postgres) as store:
        for room in (A, B):
            await open_room(store, room)
        for version, events in ((V1, (Said(Seat(0), "plain"),)), (V2, (SeatLeft(Seat(0)),))):
            monkeypatch.setattr(CutShort, "url", fresh_postgres)
            new = [entry(version + 1, event) for event in events]
            await asyncio.gather(*(store.append(room, version, new, "lobby", None) for room in rooms))
            assert CutShort.url == "", "the connection was never lost"
            for room in rooms:
                assert await store.load(room, version) == tuple(new)


@pytest.mark.fault
async def test_a_store_that_replaces_no_connection_would_be_found_out(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test is the mutant of the test above."""
    monkeypatch.setattr(writing, "Cursor", CutShort)
    monkeypatch.setattr(Transactions, "_transact", lambda self, work, writes=True: self._commit(work, writes=writes))
    async with open_store(fresh_postgres) as store:
        await open_room(store, A)
        monkeypatch.setattr(CutShort, "url", fresh_postgres)
        with pytest.raises(StoreDownError):
            await store.append(A, V1, [entry(2)], "lobby", None)
        await store.append(A, V1, [entry(2)], "lobby", None)
        assert await store.load(A) == (reveal(A), entry(2))


async def test_a_failure_tells_nothing_of_what_was_to_be_written(fresh_postgres: str) -> None:
    secret = entry(2, ChoiceSealed(AskNumber(1), Seat(0), "thief 8"))
    async with open_store(fresh_postgres, busy_ms=50) as store:
        await open_room(store, A)
        with bare(fresh_postgres) as other:
            other.execute("SELECT 1 FROM rooms WHERE code = %s FOR UPDATE", (A,))
            with pytest.raises(StoreDownError) as busy:
                await store.append(A, V1, [secret], "playing", None)
        with bare(fresh_postgres) as other:
            other.execute("ALTER TABLE journal RENAME TO elsewhere")
            other.commit()
        with pytest.raises(StoreDownError) as broken:
            await store.append(A, V1, [secret], "playing", None)
    told = [*traceback.format_exception(busy.value), *traceback.format_exception(broken.value)]
    assert "INSERT INTO journal" in "".join(told)
    assert "thief" not in "".join(told)


@pytest.mark.fault
async def test_a_connection_lost_amid_the_commit_is_never_acknowledged(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as store:
        await open_room(store, A)
        with bare(fresh_postgres) as other:
            other.execute(SLOW_COMMIT)
            other.commit()
        append = asyncio.create_task(store.append(A, V1, [entry(2)], "lobby", None))
        await wait_for_statement(fresh_postgres, "COMMIT")
        assert cut_connections(fresh_postgres) == 1
        with pytest.raises(UnknownOutcomeError):
            await append
        # the next read tells the outcome: here the server gave the commit up
        assert await store.load(A) == (reveal(A),)


@pytest.mark.fault
@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_server_restart_loses_no_acknowledged_append(mode: str) -> None:
    with postgres_server(()) as server:
        async with open_store(server.url(), trust_disk_off=False) as store:
            await open_room(store, A)
            stop = asyncio.Event()
            writing = asyncio.create_task(write_until(store, stop))
            for _ in range(2):
                await asyncio.sleep(0.1)
                await asyncio.to_thread(server.stop, mode)
                with pytest.raises(StoreDownError):
                    await store.check()
                await asyncio.to_thread(server.start)
                await store.check()
            await asyncio.sleep(0.1)
            stop.set()
            acknowledged, refused = await writing
            entries = await store.load(A)
    assert acknowledged, "nothing was written"
    assert refused, "the server was never missed"
    assert [one.version for one in entries] == list(range(1, len(entries) + 1))
    assert acknowledged <= {one.version for one in entries}


async def write_until(store: SqlStore, stop: asyncio.Event) -> tuple[set[int], int]:
    """Append to room A until the stop.

    Return the acknowledged versions, and the number of refused appends."""
    acknowledged: set[int] = set()
    version, refused = 1, 0
    while not stop.is_set():
        try:
            await store.append(A, Version(version), [entry(version + 1)], "playing", None)
        except StoreDownError:
            refused += 1
            await asyncio.sleep(0.01)
        except ConflictError:
            # an append whose outcome was unknown had gone through
            version = (await store.load(A))[-1].version
        else:
            version += 1
            acknowledged.add(version)
    return acknowledged, refused


async def test_store_reports_an_unreachable_server_when_it_starts() -> None:
    with postgres_server(CAREFREE) as server:
        url = stop_server(server)
        with pytest.raises(StoreDownError, match="cannot be opened"):
            SqlStore(url)


def stop_server(server: Postgres) -> str:
    """Return the address of a stopped server."""
    server.stop()
    return server.url()


async def test_alternating_appends_from_two_processes_follow_each_other(fresh_postgres: str) -> None:
    async with open_store(fresh_postgres) as one, open_store(fresh_postgres) as two:
        await open_room(one, A)
        await two.append(A, V1, [entry(2)], "lobby", None)
        with pytest.raises(ConflictError):
            await one.append(A, V1, [entry(2)], "lobby", None)
        assert await one.load(A, V1) == (entry(2),)
        await one.append(A, V2, [entry(3)], "lobby", None)
