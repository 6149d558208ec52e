"""Chain over a room's rows: the same in every store, checked at each read."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from alembic import command
from sqlalchemy import Connection, text

from app.journal.chain import beginning, first_unchained
from app.journal.errors import UnreadableError
from app.journal.sql.database import Database, open_database
from app.journal.sql.migrate import upgrade
from app.journal.sql.steps import config
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from app.rooms.events import SeatTaken
from app.rooms.model.ids import Version
from engine.core.seats import Seat
from tests.journal.chains import build_chain, rows_in
from tests.journal.conftest import OpenSql
from tests.journal.writers import ANNA, KEY, V0, V1, V2, V3, A, B, entry, open_room, reveal

UNCHAINED = "INSERT INTO journal (room, version, at, kind, shape, body) VALUES ('AAAA0000', 6, 5, 'said', 1, '{}')"


def url_of(store: Store) -> str:
    """Return the address of the store's database; empty for a store without one."""
    return store.database.engine.url.render_as_string(hide_password=False) if isinstance(store, SqlStore) else ""


def tamper(database: Database, statement: str) -> None:
    """Change the database behind the store's back."""
    with database.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount > 0


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def on_disk(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Address of a database with one room of five entries."""
    path = request.getfixturevalue("sqlite_path") if request.param == "sqlite" else None
    url = f"sqlite:///{path}" if path else str(request.getfixturevalue("fresh_postgres"))
    store = SqlStore(url, trust_disk_off=True)
    await store.append(A, V0, [reveal(A), *(entry(number) for number in range(2, 6))], "lobby", None)
    await open_room(store, B)
    await store.close()
    yield url


@pytest.mark.asyncio
async def test_every_store_writes_the_same_chain(store: Store) -> None:
    first = [reveal(A), entry(2, SeatTaken(Seat(0), "Änne 🃏", ANNA), KEY)]
    await store.append(A, V0, first, "lobby", None)
    await asyncio.gather(
        store.append(A, V2, [entry(3)], "lobby", None),
        open_room(store, B),
        store.append(A, V3, [entry(4), entry(5)], "lobby", None),
    )
    rows = await asyncio.to_thread(rows_in, store, url_of(store), A)
    assert first_unchained(A, rows) is None
    assert rows == build_chain(A, rows)
    assert [row.chain for row in rows][:2] == FIRST_TWO
    assert first_unchained(B, rows) == (1, CHANGED), "a chain is that of its room"


CHANGED = "it is not what was written there, or does not follow the entry before it"

FIRST_TWO = [
    "e397f46cda1434530175b78a947d3a5dd7db67d57d5b2c5b5d08a7f8cb8dbf34",
    "18a5bf325a3373a2724698654990e27ce605a0108e92d201828eb68e0fb6f931",
]
"""Fixed digests of these two entries: others would break all existing journals."""


@pytest.mark.asyncio
async def test_chain_omits_appends_that_lost_the_race(store: Store) -> None:
    await open_room(store, A)
    both = [store.append(A, V1, [entry(2, at=at)], "lobby", None) for at in (5, 6)]
    await asyncio.gather(*both, store.append(A, V2, [entry(3)], "lobby", None), return_exceptions=True)
    assert [one.version for one in await store.load(A)] == [1, 2, 3]
    rows = await asyncio.to_thread(rows_in, store, url_of(store), A)
    assert first_unchained(A, rows) is None


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal SET body = replace(body, 'line 3', 'line 4') WHERE room = 'AAAA0000' AND version = 3",
        "UPDATE journal SET at = at + 1 WHERE room = 'AAAA0000' AND version = 3",
        "UPDATE journal SET command = 'k' WHERE room = 'AAAA0000' AND version = 3",
        "UPDATE journal SET chain = chain || '0' WHERE room = 'AAAA0000' AND version = 3",
        "DELETE FROM journal WHERE room = 'AAAA0000' AND version = 3",
    ],
)
async def test_load_rejects_a_tampered_room_and_reads_the_others(on_disk: str, change: str) -> None:
    store = SqlStore(on_disk, trust_disk_off=True)
    await asyncio.to_thread(tamper, store.database, change)
    with pytest.raises(UnreadableError, match=r"^Entry 3 of the journal: it is "):
        await store.load(A)
    with pytest.raises(UnreadableError, match=r"^Entry 3 of the journal: it is "):
        await store.load(A, V2)
    assert await store.load(B) == (reveal(B),)
    await store.close()


@pytest.mark.asyncio
async def test_new_entries_are_held_against_the_last_known_one(on_disk: str) -> None:
    store = SqlStore(on_disk, trust_disk_off=True)
    assert [one.version for one in await store.load(A, V3)] == [4, 5]
    assert await store.load(A, Version(5)) == ()
    await asyncio.to_thread(tamper, store.database, "UPDATE journal SET chain = 'x' WHERE version = 3")
    with pytest.raises(UnreadableError, match="Entry 4"):
        await store.load(A, V3)
    await asyncio.to_thread(tamper, store.database, "DELETE FROM journal WHERE version = 3")
    with pytest.raises(UnreadableError, match="Entry 3 of the journal: it is missing"):
        await store.load(A, V3)
    await store.close()


@pytest.mark.asyncio
async def test_load_rejects_invalid_utf8_text_and_reads_other_rooms(open_sqlite: OpenSql) -> None:
    async with open_sqlite() as store:
        await open_room(store, A)
        await open_room(store, B)
        change = "UPDATE journal SET body = CAST(x'7BFF7D' AS TEXT) WHERE room = 'AAAA0000'"
        await asyncio.to_thread(tamper, store.database, change)
        with pytest.raises(UnreadableError, match="Entry 1"):
            await store.load(A)
        assert await store.load(B) == (reveal(B),)


def create_unchained_database(url: str, rows: int) -> None:
    """Write a database of release 0.2 with a room of that many rows, and one with one."""
    database = open_database(url, trust_disk_off=True)
    with database.engine.begin() as connection:
        command.upgrade(config(connection), "0002")
        for code, count in ((A, rows), (B, 1)):
            fill(connection, code, count)
    database.close()


OLD_ROW = "INSERT INTO journal VALUES (:room, :version, 5, :fact, 1, :body, :command, NULL)"


def fill(connection: Connection, code: str, count: int) -> None:
    room = {"code": code, "count": count}
    connection.execute(text("INSERT INTO rooms VALUES (:code, 'adel_verpflichtet', 'lobby', :count, NULL, 5)"), room)
    first = {"fact": "room_opened", "body": json.dumps({"code": code, "game": "g", "join_key": "j", "watch_key": "w"})}
    said = {"fact": "said", "body": json.dumps({"seat": 0, "text": "Grüße 🃏"})}
    for version in range(1, count + 1):
        row = {"room": code, "version": version, "command": f"c{version}", **(first if version == 1 else said)}
        connection.execute(text(OLD_ROW), row)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_journals_of_before_get_their_chain_by_the_migration(kind: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue("sqlite_path") if kind == "sqlite" else None
    url = f"sqlite:///{path}" if path else str(request.getfixturevalue("fresh_postgres"))
    create_unchained_database(url, 12)
    upgrade(url, trust_disk_off=True)

    async def goes_on() -> None:
        store = SqlStore(url, trust_disk_off=True)
        assert len(await store.load(A)) == 12
        await store.append(A, Version(12), [entry(13)], "lobby", None)
        assert len(await store.load(A)) == 13
        rows = await asyncio.to_thread(rows_in, store, url, A)
        assert rows == build_chain(A, rows)
        await store.close()

    asyncio.run(goes_on())


def test_upgrade_succeeds_despite_a_row_damaged_before(sqlite_path: object) -> None:
    url = f"sqlite:///{sqlite_path}"
    create_unchained_database(url, 12)
    database = open_database(url)
    tamper(database, "UPDATE journal SET body = CAST(x'7BFF7D' AS TEXT) WHERE version = 6")
    database.close()

    async def others_go_on() -> None:
        store = SqlStore(url)
        with pytest.raises(UnreadableError, match="Entry 6"):
            await store.load(A)
        assert len(await store.load(B)) == 1
        await store.close()

    asyncio.run(others_go_on())


@pytest.mark.asyncio
async def test_a_program_that_knows_no_chain_can_write_nothing(on_disk: str) -> None:
    store = SqlStore(on_disk, trust_disk_off=True)
    with pytest.raises(Exception, match=r"(?i)not.null"):
        tamper(store.database, UNCHAINED)
    await store.close()


def test_the_beginning_is_the_rooms_own() -> None:
    assert beginning(A) != beginning(B)
    assert beginning(A).version == 0
