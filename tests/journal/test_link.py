"""A connection beside the journal that does not come about is closed, whatever kept it."""

import asyncio
import gc

import psycopg
import pytest

from app.journal.postgres import link

pytestmark = pytest.mark.asyncio


class GivenUp:
    """A number that is asked for at the moment in which nobody wants the connection any more."""

    def __str__(self) -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        return "1000"


class RefusedError:
    """A number that the database refuses."""

    def __str__(self) -> str:
        return "soon"


@pytest.mark.parametrize(("number", "comes_to"), [(GivenUp(), asyncio.CancelledError), (RefusedError(), psycopg.Error)])
async def test_a_connection_that_is_given_up_or_refused_amid_its_settings_is_closed(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch, number: object, comes_to: type[BaseException]
) -> None:
    monkeypatch.setattr(link, "STATEMENT_MS", number)
    with pytest.raises(comes_to):
        await asyncio.create_task(link.connect(fresh_postgres))
    # not isinstance: it asks weak references for what may be gone
    held = [each for each in gc.get_objects() if issubclass(type(each), psycopg.AsyncConnection) and not each.closed]
    assert held == []
