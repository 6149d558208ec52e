"""Known mistakes around connections, watchers and seats, through the whole server.

Each test covers one mistake."""

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
"""Close codes after which a page must not reconnect."""

CLOCK = {"mode": "hard", "per_ask": 600, "bank": 60}


def get_close_code(socket: WebSocketTestSession) -> int:
    """Return the code with which the server closes the socket."""
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as end:
            return end.code


def test_retry_loop_stops_on_a_final_answer(web: Web) -> None:
    """A page without its seat would otherwise reconnect hundreds of times.

    The server says what is final: the socket's own close, every later connection, every command by another way. The
    page takes exactly those for final."""
    table = web.playing("Ada", "Ben", "Carla")
    with table.socket(1) as socket:
        socket.receive_json()
        assert table.post(0, do="remove", seat=1).status_code == 200
        assert get_close_code(socket) == Close.SEAT_GIVEN_UP
    for _ in range(2):
        with table.socket(1) as socket:
            assert get_close_code(socket) == Close.REFUSED
    answer = table.post(1, do="ping")
    assert (answer.status_code, answer.json()["refused"]) == (403, "no_seat")
    assert "retry-after" not in answer.headers

    wire, outbox = (JS / "net" / "socket.js").read_text(), (JS / "net" / "outbox.js").read_text()
    taken = re.search(r"FINAL = new Set\(\[([0-9, ]+)\]\)", wire)
    assert taken is not None
    assert {int(code) for code in taken[1].split(",")} == FINAL
    assert re.findall(r'answer\.refused === "(\w+)"', outbox) == ["try_again"]
    # Only messages without an answer are sent again.
    assert re.findall(r"if \((.*)\) return this\.#later", outbox) == [
        'answer.refused === "try_again"',
        '!answer || !("ok" in answer || "refused" in answer)',
    ]


def test_two_tabs_share_a_seat(web: Web) -> None:
    """A seat is held by a token: both tabs hold it, and either may seal.

    With a name "in use elsewhere" two tabs would throw each other out for ever."""
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


def test_wrong_token_changes_no_timer(web: Web) -> None:
    """A wrong token, link or first message changes no event, clock or presence.

    A server that clears a seat's timer before it checks the token would let a stranger destroy the way back. Here the
    right token still works."""
    table = web.playing("Ada", "Ben", options={"clock": CLOCK})
    link = table.post(1, do="return_link").json()["link"]
    before, seen = table.fingerprint(), table.view(1)
    for token in ("t" * 43, table.tokens[1][:-1] + ("A" if table.tokens[1][-1] != "A" else "B"), ""):
        with web.socket(f"{table.path}/live", authorization=f"Bearer {token}") as socket:
            assert get_close_code(socket) == Close.REFUSED
        with web.socket(f"{table.path}/live") as socket:
            socket.send_json({"do": "hello", "token": token or "t"})
            assert get_close_code(socket) == Close.REFUSED
        assert web.client.get(table.path, headers={"authorization": f"Bearer {token}"}).status_code in (401, 403, 404)
    own = {"origin": "http://localhost:8000"}
    assert web.client.post(f"{link[:-1]}{'A' if link[-1] != 'A' else 'B'}", headers=own, data={}).status_code >= 400
    assert table.fingerprint() == before
    assert table.view(1) == seen
    assert not table.view(0)["seats"][1]["here"]
    with table.socket(1) as socket:
        assert socket.receive_json()["view"]["ask"]["deadline"] == seen["ask"]["deadline"]


def drain(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """Return the messages that arrived before the answer to a new question.

    Delayed messages, which come after that answer, are included."""
    said = []
    for id in ("more", "yet_more"):
        socket.send_json({"id": id, "do": "ping"})
        while (message := socket.receive_json()).get("re") != id:
            said.append(message)
    return said


def test_nudge_reaches_only_its_player(web: Web) -> None:
    """A nudge is in the view of the nudged seat and in no other.

    A watcher's answer is refused and leaves no trace; it must not count as the player's."""
    table = web.playing("Ada", "Ben", "Carla", options={"watchers": "public", "clock": CLOCK})
    with web.socket(f"{table.path}/live") as watcher, table.socket(1) as ben, table.socket(2) as carla:
        watcher.send_json({"do": "hello"})
        for socket in (watcher, ben, carla):
            socket.receive_json(), drain(socket)
        assert table.post(0, do="nudge", seat=1).status_code == 200
        nudged = [message["view"]["nudged"] for message in drain(ben) if "view" in message]
        assert nudged and nudged[-1][0] == 0
        for socket in (watcher, carla):
            assert not [each for each in drain(socket) if each.get("view", {}).get("nudged")]
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
def test_seat_takeover_begins_a_tenure_and_keeps_history(web: Web, way: str) -> None:
    """One tenure ends and another begins: in the record, the chat and the log.

    A rewritten owner would get what the player before did and said."""
    table = web.playing("Ada", "Ben", "Carla", options={"grace": 0})
    table.post(1, do="say", text="I was here")
    rng = random.Random(1)
    for _ in range(60):
        if "Ben" in read_log(table):
            break
        for seat in range(3):
            if ask := table.view(seat)["ask"]:
                table.post(seat, do="seal", ask=ask["ask"], choice=rng.choice(ask["choices"]))
    assert "Ben" in read_log(table)
    assert (table.post(1, do="leave") if way == "leaves" else table.post(0, do="remove", seat=1)).status_code == 200
    link = table.view(0)["room"]["join_link"]
    answer = web.client.post(f"{table.path}/seats", json={"name": "Dora", "key": link.rpartition("/")[2]})
    assert (answer.status_code, answer.json()["seat"]) == (201, 1)
    seen = table.view(0)
    assert seen["seats"][1]["name"] == "Dora"
    assert [(line["name"], line["text"]) for line in seen["said"]] == [("Ben", "I was here")]
    log = read_log(table)
    assert "Ben" in log and "Dora" not in log


def read_log(table: Table) -> str:
    """Return the log on Ada's page."""
    page = table.web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"})
    assert page.status_code == 200
    found = re.search(r'<ol[^>]*id="log"|id="log"', page.text)
    assert found is not None
    start = page.text.index('id="log"')
    return page.text[start : page.text.index("</section>", start)]
