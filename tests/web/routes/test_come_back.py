"""Return of a player who lost the device that held the seat.

The player gives a name, and the table lets the player in."""

import re

import pytest
from httpx2 import Response

from app.main import create_app
from tests.abuse.browsers import Browser
from tests.journal.memory_store import MemoryStore
from tests.web.one_hop import OneHopClient
from tests.web.routes.test_repeated import form_of
from tests.web.tables import BASE, WITHOUT_LIMITS, Table, Time, Web, a_web


class Asker(Browser):
    """New browser with the join link, whose player already has a seat."""

    def asks(self, table: Table, name: str) -> Response:
        """Send "I'm ``name``" and return the response."""
        link = table.links["join"]
        sent_to = f"/r/{table.code}/back/{table.join_key}"
        return self.post(sent_to, **form_of(self.get(link).text, sent_to), name=name)

    def looks(self, table: Table) -> Response:
        """Return the current page of the join link."""
        return self.get(table.links["join"])


def askers(table: Table, seat: int = 0) -> list[dict[str, int]]:
    """Return the players who ask to return, as a seat sees them."""
    return list(table.view(seat)["room"]["askers"])


def answer(table: Table, by: int, *, on: bool) -> Response:
    """Answer the only player who asks to return, from that seat."""
    (asker,) = askers(table, by)
    return table.post(by, do="let_back", seat=asker["seat"], number=asker["number"], on=on)


@pytest.fixture
def table(web: Web) -> Table:
    """Running game."""
    return web.playing("Ada", "Ben", "Gina")


def lines(table: Table) -> list[str]:
    """Return the texts of the chat."""
    return [line["text"] for line in table.view(1)["said"]]


def test_the_host_lets_them_back_with_one_command(table: Table) -> None:
    gina = Asker(table.web)
    asked = gina.asks(table, "Gina")
    assert (asked.status_code, asked.headers["location"]) == (303, table.links["join"])
    page = gina.looks(table)
    assert "Waiting for the table" in page.text and page.headers["refresh"] == "3"
    assert answer(table, 0, on=True).status_code == 200
    entered = gina.looks(table)
    assert (entered.status_code, entered.headers["location"]) == (303, f"/r/{table.code}")
    assert gina.get(f"/r/{table.code}").status_code == 200
    assert table.view(2)["you"] == 2, "the old device keeps the seat"
    assert len(table.view(2)["devices"]) == 2
    assert askers(table) == []


def test_everybody_is_told_and_the_old_device_too(table: Table) -> None:
    gina = Asker(table.web)
    gina.asks(table, "Gina")
    for seat in range(3):
        assert [asker["seat"] for asker in askers(table, seat)] == [2]
    answer(table, 0, on=True)
    assert lines(table)[-2:] == [
        "Someone says they are Gina, and asks to come back on another device.",
        "Gina's seat was opened on one more device.",
    ]


def test_asker_gets_nothing_of_seat_before_consent_or_after_refusal(table: Table) -> None:
    ask = table.view(2)["ask"]
    assert table.post(2, do="seal", ask=ask["ask"], choice=ask["choices"][0]).status_code == 200
    gina = Asker(table.web)
    gina.asks(table, "Gina")

    def is_shut_out() -> bool:
        paths = (f"/r/{table.code}/part/menu", f"/r/{table.code}/file", f"/r/{table.code}/replay")
        token = {"authorization": f"Bearer {gina.device}"}
        codes = {gina.get(path).status_code for path in paths}
        assert codes == {404}
        assert "data-live" not in gina.get(f"/r/{table.code}").text
        return table.web.client.get(table.path, headers=token).status_code == 403

    assert is_shut_out()
    assert f"/r/{table.code}" not in gina.get("/").text
    assert answer(table, 0, on=False).status_code == 200
    assert is_shut_out()
    assert "The table said no." in gina.looks(table).text
    assert lines(table)[-1] == "Someone who said they were Gina was turned away."
    assert "The table said no." in gina.asks(table, "Gina").text
    assert askers(table) == []


def test_no_digest_of_an_asker_is_told(table: Table) -> None:
    gina = Asker(table.web)
    gina.asks(table, "Gina")
    for seat in range(3):
        assert not re.search(r"[0-9a-f]{64}", str(table.view(seat)["room"]["askers"]))
    record = table.web.client.get(f"{table.path}/journal", headers=table.bearer(0)).text
    assert "BackAsked" not in record


def test_seat_may_answer_return_request_and_anyone_without_host(table: Table) -> None:
    first, second = Asker(table.web), Asker(table.web)
    first.asks(table, "Gina")
    assert answer(table, 2, on=True).status_code == 200
    second.asks(table, "Ben")
    assert answer(table, 2, on=True).status_code == 200, "no host is there"
    second = Asker(table.web)
    second.asks(table, "Ada")
    with table.socket(0) as socket:
        socket.receive_json()
        assert answer(table, 1, on=True).status_code == 200, "Ada is the host, and it is her seat"
    third = Asker(table.web)
    third.asks(table, "Gina")
    with table.socket(0) as socket:
        socket.receive_json()
        refused = answer(table, 1, on=True)
        assert refused.json()["refused"] == "not_host"


def test_a_request_ends_and_one_seat_is_asked_for_once(table: Table) -> None:
    gina, mallory = Asker(table.web), Asker(table.web)
    gina.asks(table, "Gina")
    assert "Someone is asking for that seat already." in mallory.asks(table, "Gina").text
    (asker,) = askers(table)
    table.web.time.seconds += 601
    late = table.post(0, do="let_back", seat=2, number=asker["number"], on=True)
    assert late.json()["refused"] == "bad_field"
    assert "You're invited" in gina.looks(table).text
    assert mallory.asks(table, "Gina").status_code == 303


def test_unanswered_return_request_disappears_from_waiting_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.player.decide.ASK_MS", 1_000)
    store = MemoryStore()
    with OneHopClient(create_app(WITHOUT_LIMITS, store), BASE, ("testclient", 50_000)) as client:
        table = Web(client, store, Time()).open("Ada", "Gina")
        with table.socket(0) as socket:
            socket.receive_json()
            assert Asker(table.web).asks(table, "Gina").status_code == 303
            while not (message := socket.receive_json())["view"]["room"]["askers"]:
                pass
            while message["view"]["room"]["askers"]:
                message = socket.receive_json()


def test_asking_is_counted_by_address() -> None:
    with a_web(limits=True) as web:
        table = web.playing("Ada", "Ben")
        codes = [Asker(web).asks(table, "Ben").status_code for _ in range(40)]
        assert codes[-1] == 429


@pytest.mark.parametrize("name", ["Nobody", "", "Ada "])
def test_whoever_is_nobody_here_asks_in_vain(table: Table, name: str) -> None:
    assert Asker(table.web).asks(table, name).status_code == 422
    assert askers(table) == []


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Carla", "Dora", "Emil")])
def test_both_refusals_offer_it(web: Web, names: tuple[str, ...]) -> None:
    table = web.open(*names, options={"watchers": "public"})
    gina = Asker(web)
    page = gina.join(table, "Ben").text
    assert ("All seats are taken." in page) == (len(names) == 5)
    assert "Someone here already has that name" in page or len(names) == 5
    assert "I'm Ben" in page and '<details class="back-again" open>' in page
    assert (table.links["watch"] in page) == (len(names) == 5)


def test_an_answer_counts_for_the_asker_that_was_shown(table: Table) -> None:
    gina = Asker(table.web)
    gina.asks(table, "Gina")
    (asker,) = askers(table)
    answer(table, 0, on=False)
    Asker(table.web).asks(table, "Gina")
    late = table.post(0, do="let_back", seat=2, number=asker["number"], on=True)
    assert late.json()["refused"] == "bad_field"
    assert isinstance(table.web.time, Time)


def test_in_the_lobby_the_code_is_enough(web: Web) -> None:
    table = web.open("Ada", "Gina")
    gina, sent_to = Asker(web), f"/r/{table.code}/back"
    fields = form_of(gina.get(f"/r/{table.code}").text, sent_to)
    assert gina.post(sent_to, **fields, name="Gina").status_code == 303
    table.post(0, do="begin")
    assert "Waiting for the table" in gina.get(f"/r/{table.code}").text
    answer(table, 0, on=True)
    assert "Waiting for the table" not in gina.get(f"/r/{table.code}").text


def test_a_form_that_asks_is_sent_twice(table: Table) -> None:
    gina = Asker(table.web)
    before = dict(gina.jar)
    link, sent_to = table.links["join"], f"/r/{table.code}/back/{table.join_key}"
    fields = form_of(gina.get(link).text, sent_to) | {"name": "Gina"}
    assert before == {}
    jar = dict(gina.jar)
    assert gina.post(sent_to, **fields).status_code == 303
    gina.jar = jar
    assert gina.post(sent_to, **fields).status_code == 303
    assert len(askers(table)) == 1
