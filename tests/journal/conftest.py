"""The stores under test."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio
from psycopg import sql

from app.journal.sql.migrate import upgrade
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from tests.journal.memory_store import MemoryStore
from tests.postgres import Postgres


class OpenSql(Protocol):
    """Function that opens stores on SQLite and closes them."""

    def __call__(self, *, busy_ms: int | None = None) -> AbstractAsyncContextManager[SqlStore]: ...


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """Path of the test's SQLite database, which need not exist yet."""
    return tmp_path / "signet.db"


@pytest.fixture
def open_sqlite(sqlite_path: Path) -> OpenSql:
    """Function that opens the test's SQLite database."""

    @asynccontextmanager
    async def open_store(*, busy_ms: int | None = None) -> AsyncIterator[SqlStore]:
        store = SqlStore(f"sqlite:///{sqlite_path}", busy_ms=busy_ms)
        try:
            yield store
        finally:
            await store.close()

    return open_store


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Empty, current SQLite database to copy: making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "signet.db"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def empty_postgres(postgres: Postgres) -> str:
    """Name of an empty, current database on the shared server."""
    postgres.run(sql.SQL("CREATE DATABASE up_to_date"))
    upgrade(postgres.url("up_to_date"), trust_disk_off=True)
    return "up_to_date"


@pytest.fixture
def copied_postgres(postgres: Postgres, empty_postgres: str) -> Iterator[str]:
    """Address of a copy of it, dropped afterwards."""
    copy, template = sql.Identifier("copied"), sql.Identifier(empty_postgres)
    postgres.run(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(copy, template))
    yield postgres.url("copied")
    postgres.run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(copy))


@pytest_asyncio.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """Empty store of each kind in turn."""
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    elif request.param == "sqlite":
        path = request.getfixturevalue("sqlite_path")
        shutil.copy(request.getfixturevalue("empty_sqlite"), path)
        made = SqlStore(f"sqlite:///{path}")
    else:
        made = SqlStore(request.getfixturevalue("copied_postgres"), trust_disk_off=True)
    yield made
    await made.close()
