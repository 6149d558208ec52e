"""Heads that are remembered: a belief that saves a question, and never decides what is written."""

import asyncio
import sqlite3
from collections.abc import Sequence

import pytest
from sqlalchemy import Engine, event

from app.journal.chain import Head, first_unchained
from app.journal.errors import Conflict
from app.journal.rows import Append, prepare
from app.journal.sql import heads as remembered
from app.journal.sql import transactions
from app.journal.sql.cursor import Cursor, Row
from app.journal.sql.heads import Heads
from app.journal.sql.store import SqlStore
from app.rooms.facts import Said
from app.rooms.model.ids import Digest, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.chains import rows_in
from tests.journal.conftest import OpenSql
from tests.journal.test_chain import changed, url_of
from tests.journal.writers import V1, V2, V3, A, B, entry, open_room


def append(room: RoomCode, expected: int) -> Append:
    """One entry more."""
    return prepare(room, Version(expected), [entry(expected + 1)], "lobby", None)


def test_what_follows_is_known_and_whatever_else_is_not() -> None:
    heads = Heads()
    assert heads.before([append(A, 1)]) is None
    heads.remember({A: Head(V1, Digest("a")), B: Head(V2, Digest("b"))})
    assert heads.before([append(A, 1), append(B, 2), append(A, 2)]) == {A: (1, "a"), B: (2, "b")}
    for strange in ([append(A, 2)], [append(A, 1), append(A, 1)], [append(A, 1), append(RoomCode("C"), 1)]):
        assert heads.before(strange) is None
    heads.forget([append(A, 1)])
    assert heads.before([append(A, 1)]) is None
    assert heads.before([append(B, 2)]) == {B: (2, "b")}


def test_no_more_rooms_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    heads = Heads()
    for room in (A, B, RoomCode("C")):
        heads.remember({room: Head(V1, Digest("a"))})
    assert [heads.before([append(room, 1)]) is None for room in (A, B, RoomCode("C"))] == [True, True, False]


@pytest.mark.asyncio
async def test_an_append_is_four_statements(open_sqlite: OpenSql) -> None:
    done: list[str] = []

    def follow(connection: sqlite3.Connection, _: object) -> None:
        connection.set_trace_callback(done.append)

    event.listen(Engine, "connect", follow)
    try:
        async with open_sqlite() as store:
            await open_room(store, A)
            for version in (V1, V2):
                done.clear()
                await store.append(A, version, [entry(version + 1)], "lobby", None)
                begun = [statement.partition(" SET ")[0].partition(" (")[0] for statement in done]
                assert begun == ["BEGIN IMMEDIATE", "UPDATE rooms", "INSERT INTO journal", "COMMIT"]
    finally:
        event.remove(Engine, "connect", follow)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE rooms SET version = 7 WHERE code = 'AAAA0000'",
        "UPDATE rooms SET code = 'ZZZZ9999' WHERE code = 'AAAA0000'",
    ],
)
async def test_a_room_that_was_moved_behind_the_stores_back_is_found_to_be(
    open_sqlite: OpenSql, tampering: str
) -> None:
    async with open_sqlite() as store:
        await open_room(store, A)
        await open_room(store, B)
        await store.append(A, V1, [entry(2)], "lobby", None)
        await asyncio.to_thread(changed, store.database, "DELETE FROM journal WHERE room = 'AAAA0000'")
        await asyncio.to_thread(changed, store.database, tampering)
        both = [store.append(room, last, [entry(last + 1)], "lobby", None) for room, last in ((A, V2), (B, V1))]
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Conflict, type(None)]


@pytest.mark.asyncio
async def test_of_two_processes_neither_writes_on_what_it_believed(fresh_postgres: str) -> None:
    stores = [SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2)]
    await open_room(stores[0], A)
    for version in range(1, 21):
        store = stores[version % 2]
        other = stores[1 - version % 2]
        new = [entry(version + 1)]
        await store.append(A, Version(version), new, "lobby", None)
        with pytest.raises(Conflict):
            await other.append(A, Version(version), new, "lobby", None)
    rows = await asyncio.to_thread(rows_in, stores[0], url_of(stores[0]), A)
    assert len(rows) == 21
    assert first_unchained(A, rows) is None
    for store in stores:
        await store.close()


@pytest.mark.asyncio
async def test_what_was_rolled_back_is_not_believed(open_sqlite: OpenSql, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_sqlite() as store:
        await open_room(store, A)
        await store.append(A, V1, [entry(2)], "lobby", None)

        def fail(cursor: Cursor, rooms: Sequence[Row], rows: Sequence[Row]) -> bool:
            write(cursor, rooms, rows)
            raise ZeroDivisionError

        write = Cursor.write
        with monkeypatch.context() as patched:
            patched.setattr(Cursor, "write", fail)
            with pytest.raises(ZeroDivisionError):
                await store.append(A, V2, [entry(3)], "lobby", None)
        with pytest.raises(Conflict):
            await store.append(A, V3, [entry(4)], "lobby", None)
        await store.append(A, V2, [entry(3)], "lobby", None)
        rows = await asyncio.to_thread(rows_in, store, url_of(store), A)
        assert [row.version for row in rows] == [1, 2, 3]
        assert first_unchained(A, rows) is None


class Credulous(Cursor):
    """The mutant: holds no belief against the truth."""

    def write(self, rooms: Sequence[Row], rows: Sequence[Row]) -> bool:
        """As in Cursor, whatever the rooms are."""
        truth = {code: (version, head) for code, version, head in self.heads([room[5] for room in rooms])}
        return super().write([(*room[:6], *truth[room[5]]) for room in rooms], rows)


@pytest.mark.asyncio
@pytest.mark.parametrize("cursor", [Cursor, Credulous])
async def test_what_is_written_follows_the_room_that_is_there_and_not_the_one_that_was(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch, cursor: type[Cursor]
) -> None:
    monkeypatch.setattr(transactions, "Cursor", cursor)
    one, other = (SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2))
    await open_room(one, A, Said(Seat(0), "the first room"))
    await other.delete(A)
    await open_room(other, A, Said(Seat(0), "another one of that code"))
    await one.append(A, V2, [entry(3)], "lobby", None)
    rows = await asyncio.to_thread(rows_in, one, url_of(one), A)
    assert (first_unchained(A, rows) is None) is (cursor is Cursor)
    for store in (one, other):
        await store.close()
