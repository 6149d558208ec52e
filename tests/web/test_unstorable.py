"""Text that the database refuses: players get a sentence at once.

There is no outage, and the table goes on."""

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from app.journal.sql.store import SqlStore
from app.main import create_app
from app.rooms.model.refusals import NOT_STORED
from app.settings.settings import Settings
from tests.journal.memory_store import MemoryStore
from tests.journal.test_encodings import REFUSALS, refuse_words
from tests.web.one_hop import OneHopClient
from tests.web.tables import BASE, Time, Web


@pytest.fixture
def web(fresh_postgres: str) -> Iterator[Web]:
    """Server on Postgres."""
    app = create_app(Settings(limits=False, host="127.0.0.1"), SqlStore(fresh_postgres, trust_disk_off=True))
    with OneHopClient(app, BASE, ("testclient", 50_000)) as client:
        yield Web(client, MemoryStore(), Time())


@pytest.mark.parametrize("state", [REFUSALS[0], REFUSALS[-1]])
def test_unstorable_message_is_refused_with_explanation(web: Web, fresh_postgres: str, state: str) -> None:
    table = web.playing("Ada", "Ben")
    refuse_words(fresh_postgres, state)
    before = table.view(0)["room"]["version"]
    with capture_logs() as lines:
        answer = table.post(0, do="say", text="poison", id="one")
        assert (answer.status_code, answer.json()["refused"], answer.json()["say"]) == (422, "bad_field", NOT_STORED)
        assert table.view(0)["room"]["version"] == before
        assert web.client.get("/healthz").status_code == 200
        # the id stays usable, and all players go on
        assert table.post(0, do="say", text="bread", id="one").status_code == 200
        assert table.post(1, do="say", text="cheese").status_code == 200
    assert {line["event"] for line in lines}.isdisjoint({"append failed", "store down", "room failed"})
    assert "poison" not in str(lines)


def test_a_name_that_cannot_be_stored_opens_no_table(web: Web, fresh_postgres: str) -> None:
    web.open("Ada")
    refuse_words(fresh_postgres, REFUSALS[0])
    with capture_logs() as lines:
        for path, form in (("/api/rooms", None), ("/rooms", {"name": "poison", "game": "adel_verpflichtet"})):
            body = {"game": "adel_verpflichtet", "name": "poison"} if form is None else None
            answer = web.client.post(path, json=body, data=form, headers={"origin": "http://localhost:8000"})
            assert answer.status_code == 422, answer.text
    assert {line["event"] for line in lines}.isdisjoint({"request failed", "store down"})
