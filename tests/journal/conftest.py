"""The stores under test."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest
import pytest_asyncio

from app.journal.memory_store import MemoryStore
from app.journal.sql.store import SqlStore
from app.journal.store import Store


class OpenSql(Protocol):
    """Opens stores on SQLite and closes them."""

    def __call__(self, *, busy_ms: int | None = None) -> AbstractAsyncContextManager[SqlStore]: ...


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """Where the SQLite database of the test lies, or will."""
    return tmp_path / "signet.db"


@pytest.fixture
def open_sqlite(sqlite_path: Path) -> OpenSql:
    """Opens the test's SQLite database."""

    @asynccontextmanager
    async def opened(*, busy_ms: int | None = None) -> AsyncIterator[SqlStore]:
        store = SqlStore(f"sqlite:///{sqlite_path}", busy_ms=busy_ms)
        try:
            yield store
        finally:
            await store.close()

    return opened


@pytest_asyncio.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    elif request.param == "sqlite":
        made = SqlStore(f"sqlite:///{request.getfixturevalue('sqlite_path')}")
    else:
        made = SqlStore(request.getfixturevalue("fresh_postgres"), trust_disk_off=True)
    yield made
    await made.close()
