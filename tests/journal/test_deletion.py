"""Deletion of a room: it leaves nothing in any table."""

import pytest
from sqlalchemy import Connection, Table, select

from app.journal.errors import ConflictError
from app.journal.sql.store import SqlStore
from app.journal.sql.tables import metadata
from app.journal.sql.writing import delete_room
from app.journal.store import Store
from app.rooms.events import SeatTaken
from app.rooms.model.ids import Millis, RoomCode
from engine.core.seats import Seat
from tests.journal.writers import ANNA, BEN, KEY, V0, V1, V2, A, B, C, entry, list_held, open_room, reveal

pytestmark = pytest.mark.asyncio


async def fill_store(store: Store) -> None:
    """Fill the store with two rooms, the first of which wakes."""
    seat, other = SeatTaken(Seat(0), "Anna", ANNA), SeatTaken(Seat(1), "Ben", BEN)
    await store.append(A, V0, [reveal(A), entry(2, seat, KEY), entry(3, other)], "playing", Millis(5))
    await open_room(store, B, seat)


async def test_a_deleted_room_is_gone_and_the_others_stay(store: Store) -> None:
    await fill_store(store)
    await store.delete(A)
    assert await store.load(A) == ()
    assert (await store.count_phases(), await store.due(Millis(1 << 60))) == ({"lobby": 1}, ())
    assert await list_held(store, ANNA) == ((B, Seat(0)),)
    assert await list_held(store, BEN) == ()
    assert len(await store.load(B)) == 2


async def test_nothing_can_follow_but_a_room_may_open_anew(store: Store) -> None:
    await fill_store(store)
    await store.delete(A)
    with pytest.raises(ConflictError):
        await store.append(A, V2, [entry(3)], "lobby", None)
    await store.append(A, V0, [reveal(A), entry(2, command=KEY)], "lobby", None)
    await store.append(A, V2, [entry(3)], "lobby", None)


async def test_deleting_twice_or_what_is_not_there_does_nothing(store: Store) -> None:
    await fill_store(store)
    await store.delete(A)
    await store.delete(A)
    with pytest.raises(ConflictError):
        await store.append(A, V1, [entry(2)], "lobby", None)


async def test_no_row_of_any_table_names_the_room(store: Store) -> None:
    """The test includes tables that processes write beside the journal."""
    await fill_store(store)
    if not isinstance(store, SqlStore):
        return
    with store.database.engine.begin() as connection:
        fill_every_table(connection)
        assert tables_that_name(connection) == {table.name for table in metadata.sorted_tables if names_a_room(table)}
        delete_room(connection, A)
        assert tables_that_name(connection) == set()
        assert connection.execute(select(metadata.tables["workers"].c.id)).scalars().all() == ["w"]


def fill_every_table(connection: Connection) -> None:
    connection.execute(metadata.tables["workers"].insert().values(id="w", beat_at=1))
    connection.execute(metadata.tables["presence"].insert().values(worker="w", room=A, holder=ANNA))
    connection.execute(metadata.tables["minders"].insert().values(worker="w", room=A))
    where = {"target": "", "language": "de", "base_url": "", "details": "{}"}
    connection.execute(metadata.tables["call_addresses"].insert().values(room=A, kind="push", holder=ANNA, **where))
    connection.execute(metadata.tables["calls"].insert().values(room=A, seat=0, ask=1, nudge=0, at=1))
    connection.execute(metadata.tables["games"].insert().values(room=A, commitment="1" * 64))
    connection.execute(metadata.tables["compressed_journals"].insert().values(room=A, entries=b""))
    connection.execute(metadata.tables["calls_settled"].insert().values(room=A, version=1))


def names_a_room(table: Table) -> bool:
    return table.name == "rooms" or "room" in table.c


def tables_that_name(connection: Connection) -> set[str]:
    return {
        table.name
        for table in metadata.sorted_tables
        for row in connection.execute(select(table))
        if any(isinstance(cell, str) and A in cell for cell in row)
    }


async def test_expire_leaves_a_room_with_something_due_later(store: Store) -> None:
    for room, wake_at in ((A, 5_000), (B, 1_500), (C, None)):
        await open_room(store, room, SeatTaken(Seat(0), "Anna", ANNA), phase="lobby", at=1_000)
        await store.append(room, V2, [entry(3, at=1_000)], "lobby", None if wake_at is None else Millis(wake_at))
    assert await store.find_overdue(Millis(1_499), RoomCode(""), 9) == ()
    assert set(await store.find_overdue(Millis(5_000), RoomCode(""), 9)) == {A, B}
    first, second = sorted((A, B))
    assert await store.find_overdue(Millis(5_000), RoomCode(""), 1) == (first,)
    assert await store.find_overdue(Millis(5_000), first, 9) == (second,)
    assert set(await store.expire(Millis(2_000), 9)) == {B, C}
    assert await store.expire(Millis(5_001), 9) == (A,)


async def test_expire_deletes_only_old_rooms_at_rest_and_deletes_completely(store: Store) -> None:
    seat = SeatTaken(Seat(0), "Anna", ANNA)
    for room, phase in ((A, "playing"), (B, "lobby"), (C, "finished")):
        await open_room(store, room, seat, phase=phase, at=1_000)
    assert await store.expire(Millis(1_000), 9) == ()
    assert await store.expire(Millis(1_001), 1) == (B,)
    assert await store.expire(Millis(1_001), 9) == (C,)
    assert await store.expire(Millis(1_001), 9) == ()
    assert await list_held(store, ANNA) == ((A, Seat(0)),)
    assert [len(await store.load(room)) for room in (A, B, C)] == [2, 0, 0]
