"""Heads of rooms: an append follows the current rows, whoever wrote them."""

import asyncio
import sqlite3
from collections.abc import Sequence
from typing import ClassVar

import pytest
from sqlalchemy import Engine, event

from app.journal.chain import first_unchained
from app.journal.errors import ConflictError
from app.journal.sql import writing
from app.journal.sql.cursor import Cursor, Row
from app.journal.sql.store import SqlStore
from app.rooms.events import Said
from app.rooms.model.ids import Version
from engine.core.seats import Seat
from tests.journal.chains import rows_in
from tests.journal.conftest import OpenSql
from tests.journal.test_chain import tamper, url_of
from tests.journal.writers import V1, V2, A, B, entry, open_room


@pytest.mark.asyncio
async def test_an_append_is_five_statements(open_sqlite: OpenSql) -> None:
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
                assert begun == [
                    "BEGIN IMMEDIATE",
                    "SELECT code, version, head, is_compressed FROM rooms WHERE code IN",
                    "UPDATE rooms",
                    "INSERT INTO journal",
                    "COMMIT",
                ]
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
async def test_append_detects_a_room_changed_outside_the_store(open_sqlite: OpenSql, tampering: str) -> None:
    async with open_sqlite() as store:
        await open_room(store, A)
        await open_room(store, B)
        await store.append(A, V1, [entry(2)], "lobby", None)
        await asyncio.to_thread(tamper, store.database, "DELETE FROM journal WHERE room = 'AAAA0000'")
        await asyncio.to_thread(tamper, store.database, tampering)
        both = [store.append(room, last, [entry(last + 1)], "lobby", None) for room, last in ((A, V2), (B, V1))]
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [ConflictError, type(None)]


@pytest.mark.asyncio
async def test_of_two_processes_each_follows_what_the_other_wrote(fresh_postgres: str) -> None:
    stores = [SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2)]
    await open_room(stores[0], A)
    for version in range(1, 21):
        store = stores[version % 2]
        other = stores[1 - version % 2]
        new = [entry(version + 1)]
        await store.append(A, Version(version), new, "lobby", None)
        with pytest.raises(ConflictError):
            await other.append(A, Version(version), new, "lobby", None)
    rows = await asyncio.to_thread(rows_in, stores[0], url_of(stores[0]), A)
    assert len(rows) == 21
    assert first_unchained(A, rows) is None
    for store in stores:
        await store.close()


class Believing(Cursor):
    """Mutant: reads a head once, then trusts what this process wrote."""

    seen: ClassVar[dict[tuple[int, str], Row]] = {}

    def heads(self, codes: Sequence[str]) -> list[Row]:
        """Return rows from memory, as Cursor does."""
        found = super().heads(codes)
        return [Believing.seen.get((id(self._connection.engine), row[0]), row) for row in found]

    def write(self, rooms: Sequence[Row], rows: Sequence[Row]) -> None:
        """Implement Cursor."""
        super().write(rooms, rows)
        for _, version, _, _, head, code in rooms:
            Believing.seen[id(self._connection.engine), code] = (code, version, head, False)


@pytest.mark.asyncio
@pytest.mark.parametrize("cursor", [Cursor, Believing])
async def test_append_continues_the_chain_of_the_room_stored_now(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch, cursor: type[Cursor]
) -> None:
    monkeypatch.setattr(Believing, "seen", {})
    monkeypatch.setattr(writing, "Cursor", cursor)
    one, other = (SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2))
    await open_room(one, A, Said(Seat(0), "the first room"))
    await other.delete(A)
    await open_room(other, A, Said(Seat(0), "another one of that code"))
    await one.append(A, V2, [entry(3)], "lobby", None)
    rows = await asyncio.to_thread(rows_in, one, url_of(one), A)
    assert (first_unchained(A, rows) is None) is (cursor is Cursor)
    for store in (one, other):
        await store.close()
