"""Schema: created, upgraded, or refused."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from app.journal.errors import NewerDatabaseError, StoreDownError
from app.journal.sql.database import open_database
from app.journal.sql.migrate import upgrade
from app.journal.sql.steps import config
from app.journal.sql.store import SqlStore
from app.journal.sql.tables import metadata
from tests.journal.writers import A, B, C, open_room, reveal


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{request.getfixturevalue('sqlite_path')}"
    return str(request.getfixturevalue("fresh_postgres"))


@contextmanager
def open_connection(url: str) -> Iterator[Connection]:
    """Yield a connection past the store."""
    database = open_database(url, trust_disk_off=True)
    try:
        with database.engine.begin() as connection:
            yield connection
    finally:
        database.close()


def test_the_steps_make_the_tables_the_program_uses(url: str) -> None:
    upgrade(url, trust_disk_off=True)
    with open_connection(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        named = {found["name"] for found in inspect(connection).get_unique_constraints("journal")}
        assert named == {"journal_command_once"}
        assert inspect(connection).get_check_constraints("heartbeat")[0]["name"] == "heartbeat_is_one_row"
        (codes,) = (it for it in inspect(connection).get_indexes("rooms") if it["name"] == "rooms_by_join_code")
        assert "<> ''" in " ".join(map(str, codes["dialect_options"].values())), "several rooms may have no code"


def test_a_difference_between_steps_and_tables_would_be_seen(url: str) -> None:
    upgrade(url, trust_disk_off=True)
    with open_connection(url) as connection:
        connection.execute(text("DROP INDEX holdings_by_seat"))
        assert len(compare_metadata(MigrationContext.configure(connection), metadata)) == 1


def test_upgrade_leaves_an_up_to_date_database_unchanged(url: str) -> None:
    async def is_unchanged() -> bool:
        store = SqlStore(url, trust_disk_off=True)
        await open_room(store, A)
        await store.close()
        upgrade(url, trust_disk_off=True)
        store = SqlStore(url, trust_disk_off=True)
        entries = await store.load(A)
        await store.close()
        return entries == (reveal(A),)

    assert asyncio.run(is_unchanged())


async def find_by_join_codes(url: str) -> list[str | None]:
    """Return the rooms of the join codes."""
    store = SqlStore(url, trust_disk_off=True)
    try:
        return [await store.room_joined_by(code) for code in (A, B, C)]
    finally:
        await store.close()


def test_rooms_of_before_are_joined_by_their_own_code(url: str) -> None:
    row = "INSERT INTO rooms (code, game, phase, version, updated_at, head) VALUES (:code, 'g', 'lobby', 1, 1, 'h')"

    with open_connection(url) as connection:
        command.upgrade(config(connection), "0004")
        for code in (A, B):
            connection.execute(text(row), {"code": code})
    assert asyncio.run(find_by_join_codes(url)) == [A, B, None]


def test_rooms_opened_by_an_older_process_keep_their_own_code(url: str) -> None:
    row = "INSERT INTO rooms (code, game, phase, version, updated_at, head) VALUES (:code, 'g', 'lobby', 1, 1, 'h')"
    upgrade(url, trust_disk_off=True)
    with open_connection(url) as connection:
        for code in (A, B):
            connection.execute(text(row), {"code": code})
    assert asyncio.run(find_by_join_codes(url)) == [A, B, None]


def test_store_refuses_a_newer_database_and_leaves_it_unchanged(url: str) -> None:
    upgrade(url, trust_disk_off=True)
    with open_connection(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabaseError, match=r"newer version of Signet.*9999.*backup"):
        SqlStore(url, trust_disk_off=True)
    with open_connection(url) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == ["9999"]


def test_a_step_that_fails_leaves_nothing_half_made(url: str) -> None:
    with open_connection(url) as connection:
        # the last table of the first step is in the way
        connection.execute(text("CREATE TABLE heartbeat (id INTEGER)"))
    with pytest.raises(StoreDownError, match="heartbeat"):
        upgrade(url, trust_disk_off=True)
    with open_connection(url) as connection:
        assert set(inspect(connection).get_table_names()) == {"heartbeat"}
        connection.execute(text("DROP TABLE heartbeat"))
    upgrade(url, trust_disk_off=True)


def test_the_heartbeat_table_holds_one_row(url: str) -> None:
    upgrade(url, trust_disk_off=True)
    database = open_database(url, trust_disk_off=True)
    with pytest.raises(Exception, match="heartbeat_is_one_row"), database.engine.begin() as connection:
        connection.execute(text("INSERT INTO heartbeat (id, at) VALUES (2, 0)"))
    database.close()


def test_a_new_step_follows_the_last_one(tmp_path: Path) -> None:
    scripts = tmp_path / "scripts"
    made = config()
    made.set_main_option("version_locations", str(scripts))
    made.set_main_option("path_separator", "os")
    command.revision(made, "first of all", rev_id="0001")
    written = next(scripts.glob("0001_*.py")).read_text(encoding="utf-8")
    compile(written, "0001", "exec")
    assert '"""first of all."""' in written
    assert "down_revision = None" in written
