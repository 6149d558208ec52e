"""Encodings: a database that cannot hold every name is refused at the start.

A value that a database refuses is never an outage."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from app.journal.errors import NotUnicodeError, StoreDownError, StoreError, UnstorableError
from app.journal.sql.backup import back_up
from app.journal.sql.migrate import upgrade
from app.journal.sql.store import SqlStore
from app.rooms.events import Said
from app.rooms.model.ids import Millis, RoomCode
from app.settings.settings import Settings
from engine.core.seats import Seat
from tests.journal.writers import V1, A, B, entry, open_room
from tests.postgres import Postgres

pytestmark = pytest.mark.asyncio

ZOLC = "Żółć"

REFUSALS = ("22P05", "22021", "22003", "22001", "22P02", "23502", "23503", "23514", "54000")
"""SQLSTATE codes of refused values.

In order: a character that the encoding lacks, an invalid one, a number too large, a text too long, a text that is no
number. Then a missing value, a missing row, a broken check, a row that is too large for an index."""

OUTAGES = ("53100", "53200", "57P03", "25006", "42501", "58030")
"""SQLSTATE codes of outages.

In order: disk full, out of memory, no connections now, read only, no permission, I/O error."""


@pytest.fixture
def latin(postgres: Postgres) -> Iterator[str]:
    """Database that cannot store Ż. Its name needs quotes."""
    name = "signet latin"
    made = sql.SQL("CREATE DATABASE {} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    postgres.run(made.format(sql.Identifier(name)))
    yield postgres.url(name)
    for each in (name, f"{name}_before"):
        postgres.run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(each)))


def refuse_words(url: str, state: str) -> None:
    """Let the database refuse every entry with the word ``poison`` by that SQLSTATE."""
    with closing(psycopg.connect(url.replace("+psycopg", ""), autocommit=True)) as connection:
        connection.execute(
            "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" RAISE EXCEPTION USING ERRCODE = '{state}', MESSAGE = 'refused'; END $$"
        )
        connection.execute("DROP TRIGGER IF EXISTS refused ON journal")
        connection.execute(
            "CREATE TRIGGER refused BEFORE INSERT ON journal FOR EACH ROW"
            " WHEN (NEW.body LIKE '%poison%') EXECUTE FUNCTION refuse()"
        )


async def test_store_refuses_non_utf8_database_and_prints_the_repair_command(latin: str, postgres: Postgres) -> None:
    with pytest.raises(NotUnicodeError, match="LATIN1") as refused:
        SqlStore(latin, trust_disk_off=True)
    command = str(refused.value).partition("makes it anew: ")[2]
    assert command.startswith("psql ")
    words = command.replace("psql ", f"{postgres.programs / 'psql'} ", 1)
    done = subprocess.run(["/bin/sh", "-c", words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    store = SqlStore(latin, trust_disk_off=True)
    await open_room(store, A)
    await store.append(A, V1, [entry(2, Said(Seat(0), ZOLC))], "lobby", None)
    assert (await store.load(A))[-1].event == Said(Seat(0), ZOLC)
    await store.close()


async def test_the_password_is_not_quoted(latin: str) -> None:
    with pytest.raises(NotUnicodeError, match="must be UTF8") as refused:
        upgrade(latin.replace("app@", "app:secret@"), trust_disk_off=True)
    assert "secret" not in str(refused.value)


async def test_rooms_of_such_a_database_can_still_be_backed_up(
    latin: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Releases up to 0.2 served from it."""
    with monkeypatch.context() as without:
        without.setattr("app.journal.sql.migrate.refuse_other_encoding", lambda connection: None)
        store = SqlStore(latin, trust_disk_off=True)
        await open_room(store, A)
        await store.close()
    with pytest.raises(NotUnicodeError, match="`backup` before"):
        SqlStore(latin, trust_disk_off=True)
    assert back_up(latin, tmp_path / "rooms.backup").rooms == 1


async def test_a_character_that_a_database_lacks_is_no_outage(latin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.journal.sql.migrate.refuse_other_encoding", lambda connection: None)
    store = SqlStore(latin, trust_disk_off=True)
    await open_room(store, A)
    with pytest.raises(UnstorableError):
        await store.append(A, V1, [entry(2, Said(Seat(0), ZOLC))], "lobby", None)
    await store.append(A, V1, [entry(2, Said(Seat(0), "zolc"))], "lobby", None)
    await store.close()


@pytest.mark.parametrize("state", REFUSALS)
async def test_what_the_database_refuses_is_no_outage(fresh_postgres: str, state: str) -> None:
    store = SqlStore(fresh_postgres, trust_disk_off=True)
    for room in (A, B):
        await open_room(store, room)
    refuse_words(fresh_postgres, state)
    bad = store.append(A, V1, [entry(2, Said(Seat(0), "poison"))], "lobby", None)
    good = store.append(B, V1, [entry(2, Said(Seat(0), "bread"))], "lobby", None)
    # in one group: the faultless appends are written
    first, second = await asyncio.gather(bad, good, return_exceptions=True)
    assert isinstance(first, UnstorableError)
    assert "poison" not in str(first)
    assert second is None
    assert (await store.load(B))[-1].event == Said(Seat(0), "bread")
    await store.append(A, V1, [entry(2, Said(Seat(0), "bread"))], "lobby", None)
    await store.close()


@pytest.mark.parametrize("state", OUTAGES)
async def test_an_outage_is_one(fresh_postgres: str, state: str) -> None:
    store = SqlStore(fresh_postgres, trust_disk_off=True)
    await open_room(store, A)
    refuse_words(fresh_postgres, state)
    with pytest.raises(StoreDownError):
        await store.append(A, V1, [entry(2, Said(Seat(0), "poison"))], "lobby", None)
    await store.close()


UNSENDABLE = ["\ud800", "a\0b"]
LARGEST = 2**63


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
async def test_what_no_driver_can_send_is_no_outage(
    kind: str, fresh_postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    url = fresh_postgres if kind == "postgres" else f"sqlite:///{tmp_path_factory.mktemp('db') / 'signet.db'}"
    store = SqlStore(url, trust_disk_off=True)
    await open_room(store, A)
    for text in UNSENDABLE:
        if kind == "sqlite" and "\0" in text:
            continue
        with pytest.raises(UnstorableError):
            await store.room_joined_by(RoomCode(text))
    with pytest.raises(UnstorableError):
        await store.append(A, V1, [entry(2, Said(Seat(0), "late"))], "lobby", Millis(LARGEST))
    await store.append(A, V1, [entry(2, Said(Seat(0), "bread"))], "lobby", None)
    await store.close()


@pytest.mark.parametrize(
    "begins", ["postgres://", "postgresql://", "postgresql+psycopg://", "postgresql+psycopg2://", "postgres+asyncpg://"]
)
async def test_every_usual_address_of_postgres_works(fresh_postgres: str, begins: str) -> None:
    url = f"{begins}{fresh_postgres.partition('://')[2]}?connect_timeout=3&application_name=other"
    settings = Settings(database_url=f" {url} ")
    assert settings.is_for_many
    store = SqlStore(settings.database, trust_disk_off=True)
    await open_room(store, A)
    # also beside the journal's own connection
    assert await store.peers.alive() >= 0
    await store.peers.close()
    await store.close()


@pytest.mark.parametrize("url", ["mysql://localhost/signet", "http://localhost", "signet.db", ""])
async def test_another_kind_is_refused(url: str) -> None:
    with pytest.raises(StoreError):
        SqlStore(url)


async def test_texts_travel_as_utf8_whatever_the_environment_says(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    store = SqlStore(fresh_postgres, trust_disk_off=True)
    await open_room(store, A)
    await store.append(A, V1, [entry(2, Said(Seat(0), ZOLC))], "lobby", None)
    assert (await store.load(A))[-1].event == Said(Seat(0), ZOLC)
    await store.close()
