"""Failed connections beside the journal: each is closed, whatever the reason."""

import asyncio
import gc

import psycopg
import pytest

from app.journal.postgres import link

pytestmark = pytest.mark.asyncio


class GivenUp:
    """Number that cancels the connecting task when it is formatted."""

    def __str__(self) -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        return "1000"


class RefusedError:
    """Number that the database refuses."""

    def __str__(self) -> str:
        return "soon"


@pytest.mark.parametrize(("number", "comes_to"), [(GivenUp(), asyncio.CancelledError), (RefusedError(), psycopg.Error)])
async def test_connect_closes_a_connection_cancelled_or_refused_during_its_settings(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch, number: object, comes_to: type[BaseException]
) -> None:
    monkeypatch.setattr(link, "STATEMENT_MS", number)
    with pytest.raises(comes_to):
        await asyncio.create_task(link.connect(fresh_postgres))
    # not isinstance: it would follow weak references to dead objects
    held = [each for each in gc.get_objects() if issubclass(type(each), psycopg.AsyncConnection) and not each.closed]
    assert held == []
