"""Link of a started voice call: for seats alone, and in no record, log or figure."""

import io
from collections.abc import Iterator

import pytest

from app import logs
from app.rooms.model.ids import RoomCode
from tests.abuse.browsers import Browser
from tests.web.tables import BASE, Table, a_web

TOKEN = "x" * 32
SECRET = "signet-"


def list_answers_to_others(table: Table) -> Iterator[str]:
    """Yield all that people without a seat there read, and what seats may pass on."""
    client, watch = table.web.client, table.links["watch"]
    strangers = ("/", f"/r/{table.code}", table.links["join"], table.path, watch, f"{watch}/part/menu")
    yield from (client.get(path).text for path in (*strangers, f"{watch}/update?language=en&announced=0"))
    yield from (client.get(path, headers={"authorization": f"Bearer {TOKEN}"}).text for path in ("/metrics", "/admin"))
    walter = Browser(table.web)
    yield walter.post(f"{watch}/do", do="watcher_say", name="Walter", text="hello").text
    yield walter.post(f"/r/{table.code}/do", do="start_call").text
    for seat in (0, 1):
        yield client.get(f"{table.path}/journal", headers=table.bearer(seat)).text
        yield client.get(f"/r/{table.code}/replay", headers={"cookie": f"dev={table.tokens[seat]}"}).text


def test_link_of_a_call_reaches_seats_alone() -> None:
    said = io.StringIO()
    logs.set_up("debug", said)
    with a_web(call_server="https://meet.example.org", metrics_token=TOKEN, admin_token=TOKEN) as web:
        table = web.playing("Ada", "Ben", options={"watchers": "public"})
        with table.web.socket(f"{table.links['watch']}/live", origin=BASE) as socket:
            first = socket.receive_text()
            answer = table.post(1, do="start_call")
            link = table.view(0)["room"]["voice"]
            table.post(0, do="say", text="Hello")
            heard = [first, socket.receive_text()]
        name = link.rpartition("/")[2]
        answers = [*list_answers_to_others(table), *heard, answer.text]
        portal = web.client.portal
        assert portal is not None
        entries = portal.call(web.store.load, RoomCode(table.code))
    assert name.startswith(SECRET) and name in repr(entries)
    assert len([*filter(None, answers)]) > 15
    for text in (*answers, said.getvalue()):
        assert name not in text and name.split("-")[1] not in text


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_answer_to_the_tap_is_never_stored(accept: str) -> None:
    with a_web(call_server="https://meet.example.org") as web:
        table = web.open("Ada", "Ben")
        headers = {"origin": BASE, "cookie": f"dev={table.tokens[0]}", "accept": accept}
        answer = web.client.post(f"/r/{table.code}/do", data={"do": "start_call"}, headers=headers)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        assert answer.headers["referrer-policy"] == "same-origin"
