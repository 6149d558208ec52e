"""Traps around connections, watchers and who holds a seat, through the whole server: one test a trap."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.web.http.errors import Close
from tests.web.messages.test_commands import GOOD
from tests.web.tables import Table, Web

JS = Path("static/js")
FINAL = {Close.REFUSED, Close.SEAT_GIVEN_UP, Close.DAMAGED}
"""What a page must not answer by coming back."""

CLOCK = {"mode": "hard", "per_ask": 600, "bank": 60}


def ends(socket: WebSocketTestSession) -> int:
    """The code with which the server closes the socket."""
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as end:
            return end.code


def test_a_retry_loop_stops_on_a_final_answer(web: Web) -> None:
    """A page whose seat is gone and that keeps knocking is refused hundreds of times, and is a load for everybody. Here
    the server says what is final: the socket's own end, every knock after it, every command by another way; and the
    page takes exactly those for final."""
    table = web.playing("Ada", "Ben", "Carla")
    with table.socket(1) as socket:
        socket.receive_json()
        assert table.post(0, do="remove", seat=1).status_code == 200
        assert ends(socket) == Close.SEAT_GIVEN_UP
    for _ in range(2):
        with table.socket(1) as socket:
            assert ends(socket) == Close.REFUSED
    answer = table.post(1, do="ping")
    assert (answer.status_code, answer.json()["refused"]) == (403, "no_seat")
    assert "retry-after" not in answer.headers

    wire, outbox = (JS / "net" / "socket.js").read_text(), (JS / "net" / "outbox.js").read_text()
    taken = re.search(r"FINAL = new Set\(\[([0-9, ]+)\]\)", wire)
    assert taken is not None
    assert {int(code) for code in taken[1].split(",")} == FINAL
    assert re.findall(r'answer\.refused === "(\w+)"', outbox) == ["try_again"]
    # what is sent again is what got no answer of the table
    assert re.findall(r"if \((.*)\) return this\.#later", outbox) == [
        'answer.refused === "try_again"',
        '!answer || !("ok" in answer || "refused" in answer)',
    ]


def test_two_tabs_do_not_fight_for_a_seat(web: Web) -> None:
    """A name "in use elsewhere", two tabs that throw each other out, for ever. Here a seat is held by a token: both
    tabs sit on it, either may seal, and neither is told to go."""
    table = web.playing("Ada", "Ben")
    with table.socket(0) as one, table.socket(0) as other:
        ask = one.receive_json()["view"]["ask"]
        assert other.receive_json()["view"]["ask"] == ask
        other.send_json({"id": "x", "do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]})
        while (message := one.receive_json()).get("view", {"ask": ask})["ask"] == ask:
            assert "refused" not in message
        one.send_json({"id": "y", "do": "ping"})
        while (message := one.receive_json()).get("re") != "y":
            assert "refused" not in message
        assert message["ok"] is True


def test_a_wrong_token_touches_nobodys_timers(web: Web) -> None:
    """A seat's timer was cleared as soon as anybody knocked, before it was looked who: a stranger's wrong token
    destroyed the way back. Here a wrong token, a wrong link, a wrong first message change nothing: no event, no clock,
    no presence, and the right token still opens."""
    table = web.playing("Ada", "Ben", options={"clock": CLOCK})
    link = table.post(1, do="return_link").json()["link"]
    before, seen = table.fingerprint(), table.view(1)
    for token in ("t" * 43, table.tokens[1][:-1] + ("A" if table.tokens[1][-1] != "A" else "B"), ""):
        with web.socket(f"{table.path}/live", authorization=f"Bearer {token}") as socket:
            assert ends(socket) == Close.REFUSED
        with web.socket(f"{table.path}/live") as socket:
            socket.send_json({"do": "hello", "token": token or "t"})
            assert ends(socket) == Close.REFUSED
        assert web.client.get(table.path, headers={"authorization": f"Bearer {token}"}).status_code in (401, 403, 404)
    own = {"origin": "http://localhost:8000"}
    assert web.client.post(f"{link[:-1]}{'A' if link[-1] != 'A' else 'B'}", headers=own, data={}).status_code >= 400
    assert table.fingerprint() == before
    assert table.view(1) == seen
    assert not table.view(0)["seats"][1]["here"]
    with table.socket(1) as socket:
        assert socket.receive_json()["view"]["ask"]["deadline"] == seen["ask"]["deadline"]


def quiet(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """All that had come before a question asked now, with what has waited a moment and comes behind its answer."""
    said = []
    for id in ("more", "yet_more"):
        socket.send_json({"id": id, "do": "ping"})
        while (message := socket.receive_json()).get("re") != id:
            said.append(message)
    return said


def test_a_nudge_reaches_its_player_alone_and_a_watchers_answer_is_nobodys(web: Web) -> None:
    """A nudge went to who watched, and their click on it counted as the player's. Here a nudge is in the view of the
    nudged seat and in no other; and whatever a watcher sends is refused and leaves no trace."""
    table = web.playing("Ada", "Ben", "Carla", options={"watchers": "public", "clock": CLOCK})
    with web.socket(f"{table.path}/live") as watcher, table.socket(1) as ben, table.socket(2) as carla:
        watcher.send_json({"do": "hello"})
        for socket in (watcher, ben, carla):
            socket.receive_json(), quiet(socket)
        assert table.post(0, do="nudge", seat=1).status_code == 200
        nudged = [message["view"]["nudged"] for message in quiet(ben) if "view" in message]
        assert nudged and nudged[-1][0] == 0
        for socket in (watcher, carla):
            assert not [each for each in quiet(socket) if each.get("view", {}).get("nudged")]
        before = table.fingerprint()
        ask = table.view(1)["ask"]
        for do, fields in GOOD.items():
            meant = {"ask": ask["ask"], "choice": ask["choices"][0]} if do == "seal" else fields
            watcher.send_json({"id": do, "do": do, **meant})
            while (answer := watcher.receive_json()).get("re") != do:
                assert "re" not in answer
            assert do == "ping" or answer["refused"] == "no_seat", do
        assert table.fingerprint() == before
        assert table.view(1)["nudged"] is not None, "it is the player's until the player acts"


@pytest.mark.parametrize("way", ["leaves", "is removed"])
def test_who_takes_a_seat_over_begins_a_tenure_and_ends_no_history(web: Web, way: str) -> None:
    """The owner of a seat was rewritten when somebody took it over: what the one had done and said was the other's from
    then on. Here one tenure ends and another begins: in the record, in the chat and in the log."""
    table = web.playing("Ada", "Ben", "Carla", options={"grace": 0})
    table.post(1, do="say", text="I was here")
    rng = random.Random(1)
    for _ in range(60):
        if "Ben" in log_of(table):
            break
        for seat in range(3):
            if ask := table.view(seat)["ask"]:
                table.post(seat, do="seal", ask=ask["ask"], choice=rng.choice(ask["choices"]))
    assert "Ben" in log_of(table)
    assert (table.post(1, do="leave") if way == "leaves" else table.post(0, do="remove", seat=1)).status_code == 200
    link = table.view(0)["room"]["join_link"]
    answer = web.client.post(f"{table.path}/seats", json={"name": "Dora", "key": link.rpartition("/")[2]})
    assert (answer.status_code, answer.json()["seat"]) == (201, 1)
    seen = table.view(0)
    assert seen["seats"][1]["name"] == "Dora"
    assert [(line["name"], line["text"]) for line in seen["said"]] == [("Ben", "I was here")]
    log = log_of(table)
    assert "Ben" in log and "Dora" not in log


def log_of(table: Table) -> str:
    """The log on Ada's page."""
    page = table.web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"})
    assert page.status_code == 200
    found = re.search(r'<ol[^>]*id="log"|id="log"', page.text)
    assert found is not None
    start = page.text.index('id="log"')
    return page.text[start : page.text.index("</section>", start)]
