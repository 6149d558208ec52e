"""Sockets: who may open one, its messages, and why it closes."""

from contextlib import ExitStack
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.journal.errors import StoreDownError
from app.settings.limits import Figures
from app.web.http.errors import Close
from tests.web.tables import UnwellStore, Web, a_web, receive_answer

STRANGER = {"authorization": "Bearer " + "t" * 43}


def read_until_close(socket: WebSocketTestSession) -> tuple[int, list[dict[str, Any]]]:
    """Return the server's close code, and its messages before."""
    said = []
    while True:
        try:
            said.append(socket.receive_json())
        except WebSocketDisconnect as end:
            return end.code, said


def read_refusal(socket: WebSocketTestSession) -> tuple[int, str]:
    """Return the close code, and the code of the only refusal before it."""
    code, said = read_until_close(socket)
    assert len(said) == 1
    return code, said[0]["refused"]


def test_the_first_message_is_the_whole_view(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    with table.socket(1) as socket:
        first = socket.receive_json()
        seen = table.view(1)
    assert first.pop("now") > 0
    assert first == {"version": seen["room"]["version"], "view": seen, "effects": []}
    assert seen["seats"][1]["here"] is True


def test_a_token_may_come_in_the_first_message(web: Web) -> None:
    table = web.open("Ada")
    with web.socket(f"{table.path}/live") as socket:
        socket.send_json({"do": "hello", "token": table.tokens[0]})
        assert socket.receive_json()["view"]["you"] == 0


@pytest.mark.parametrize("path", ["{room}", "00000000", "none"])
def test_a_wrong_token_is_refused_for_good(web: Web, path: str) -> None:
    table = web.open("Ada")
    address = f"/api/rooms/{path.format(room=table.code)}/live"
    with web.socket(address, **STRANGER) as socket:
        assert read_refusal(socket) == (1008, "no_seat")
    with web.socket(address) as socket:
        socket.send_json({"do": "hello", "token": "t" * 43})
        assert read_refusal(socket) == (1008, "no_seat")


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("hello", "not_json"),
        ('{"do":"hello","token":"short"}', "no_seat"),
        ('{"do":"hello","token":17}', "bad_field"),
        ('{"do":"hello","id":"c1"}', "bad_field"),
        ('{"do":"seal","ask":1,"choice":"castle"}', "bad_field"),
    ],
)
def test_a_first_message_that_is_no_hello_is_refused(web: Web, first: str, code: str) -> None:
    table = web.open("Ada", options={"watchers": "public"})
    with web.socket(f"{table.path}/live") as socket:
        socket.send_text(first)
        assert read_refusal(socket) == (1008, code)


def test_who_says_nothing_is_let_go() -> None:
    figures = {"hello_seconds": 0.05}
    with a_web(figures=figures) as web, web.socket("/api/rooms/00000000/live") as socket:
        assert read_refusal(socket) == (1008, "no_seat")


def test_the_public_may_listen_where_the_room_has_watchers(web: Web) -> None:
    open_one, closed_one = web.open("Ada", options={"watchers": "public"}), web.open("Ben")
    with web.socket(f"{open_one.path}/live") as socket:
        socket.send_json({"do": "hello"})
        assert socket.receive_json()["view"]["you"] is None
        socket.send_json({"id": "p", "do": "ping"})
        assert receive_answer(socket, "p")["ok"] is True
        socket.send_json({"id": "s", "do": "say", "text": "Hello"})
        assert receive_answer(socket, "s")["refused"] == "no_seat"
        assert open_one.post(0, do="options", options={"watchers": "none"}).json()["ok"] is True
        assert read_until_close(socket)[0] == Close.REFUSED
    for path in (closed_one.path, "/api/rooms/00000000"):
        with web.socket(f"{path}/live") as socket:
            socket.send_json({"do": "hello"})
            assert read_refusal(socket) == (1008, "no_such_room")


def test_everybody_is_told_of_a_change_they_may_know(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    with table.socket(0) as ada, table.socket(1) as ben:
        ada.receive_json(), ben.receive_json(), ada.receive_json()
        assert table.post(0, do="say", text="Hello").status_code == 200
        for socket in (ada, ben):
            message = socket.receive_json()
            assert message["view"]["said"][-1]["text"] == "Hello"
            assert message["version"] == message["view"]["room"]["version"]


def test_what_was_revealed_comes_with_the_view_once(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    with table.socket(0) as ada:
        view = ada.receive_json()["view"]
        assert table.seal(1).status_code == 200
        ask = view["ask"]
        ada.send_json({"id": "s", "do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]})
        messages = [ada.receive_json()]
        while messages[-1].get("view", view)["ask"] == ask or "re" in messages[-1]:
            messages.append(ada.receive_json())
        told = messages[-1]["effects"]
        assert {one["ask"] for one in told} == {ask["ask"]}
        assert all(one.keys() == {"ask", "text", "clause", "kind", "round", "seat", "details"} for one in told)
        assert table.post(0, do="say", text="So be it").status_code == 200
        assert ada.receive_json()["effects"] == []


def test_an_answer_comes_before_the_update_behind_it(web: Web) -> None:
    with web.playing("Ada", "Ben").socket(0) as socket:
        socket.send_json({"id": "p", "do": "ping"})
        receive_answer(socket, "p")
        for text in ("one", "two", "three"):
            socket.send_json({"id": text, "do": "say", "text": text})
            answer, update = socket.receive_json(), socket.receive_json()
            assert (answer["re"], update["view"]["said"][-1]["text"]) == (text, text)
            assert answer["version"] == update["version"]


def test_an_answer_names_its_command(web: Web) -> None:
    table = web.open("Ada")
    with table.socket(0) as socket:
        socket.send_json({"id": "p", "do": "ping"})
        receive_answer(socket, "p")
        for id in ("a", "b", None):
            socket.send_json({"do": "ping"} | ({"id": id} if id else {}))
            assert socket.receive_json() == {"re": id, "ok": True, "version": table.view(0)["room"]["version"]}


def test_a_message_that_is_no_text_closes_the_socket(web: Web) -> None:
    with web.open("Ada").socket(0) as socket:
        socket.receive_json()
        socket.send_bytes(b'{"do":"ping"}')
        assert read_until_close(socket) == (Close.BINARY, [])


def test_giving_the_seat_up_closes_all_its_sockets(web: Web) -> None:
    table = web.open("Ada", "Ben")
    with table.socket(1) as phone, table.socket(1) as laptop:
        phone.receive_json(), laptop.receive_json()
        phone.send_json({"id": "bye", "do": "leave"})
        code, said = read_until_close(phone)
        assert code == Close.SEAT_GIVEN_UP
        assert said[-1]["re"] == "bye"
        assert said[-1]["ok"] is True
        assert read_until_close(laptop)[0] == Close.SEAT_GIVEN_UP


def test_two_devices_may_sit_on_one_seat(web: Web) -> None:
    table = web.open("Ada", "Ben")
    with table.socket(0) as phone, table.socket(0) as laptop, table.socket(1) as ben:
        assert phone.receive_json()["view"]["you"] == laptop.receive_json()["view"]["you"] == 0
        phone.close()
        assert ben.receive_json()["view"]["seats"][0]["here"] is True


def test_a_restart_asks_everybody_to_come_back() -> None:
    with a_web() as web:
        table = web.open("Ada")
        with table.socket(0) as socket:
            socket.receive_json()
            assert web.client.portal is not None
            assert isinstance(web.client.app, FastAPI)
            web.client.portal.call(web.client.app.state.gateway.close)
            assert read_until_close(socket)[0] == Close.RESTART


def test_a_seat_has_eight_sockets() -> None:
    with a_web(limits=True) as web:
        table = web.open("Ada")
        with ExitStack() as others:
            for _ in range(8):
                others.enter_context(table.socket(0)).receive_json()
            with table.socket(0) as ninth:
                assert read_refusal(ninth) == (Close.TOO_MANY, "too_fast")
        with table.socket(0) as next_one:
            assert next_one.receive_json()["view"]["you"] == 0


def test_a_guesser_is_turned_away_at_the_socket_too() -> None:
    with a_web(limits=True, figures=Figures(wrong_burst=10)) as web:
        for _ in range(10):
            with web.socket("/api/rooms/00000000/live", **STRANGER) as socket:
                assert read_refusal(socket) == (Close.REFUSED, "no_seat")
        with web.socket("/api/rooms/00000000/live", **STRANGER) as socket:
            assert read_refusal(socket) == (Close.TOO_MANY, "too_fast")


def test_store_outage_refuses_command_and_keeps_socket_open() -> None:
    store = UnwellStore()
    with a_web(store) as web:
        table = web.open("Ada")
        with table.socket(0) as socket:
            socket.receive_json()
            store.pain = StoreDownError("full")
            socket.send_json({"id": "c1", "do": "say", "text": "Hello"})
            assert receive_answer(socket, "c1")["refused"] == "try_again"
            store.pain = None
            socket.send_json({"id": "c1", "do": "say", "text": "Hello"})
            assert receive_answer(socket, "c1")["ok"] is True


def test_a_store_that_is_down_lets_nobody_in_for_now() -> None:
    store = UnwellStore()
    with a_web(store) as web:
        store.pain = StoreDownError("full")
        with web.socket("/api/rooms/00000000/live", **STRANGER) as socket:
            assert read_refusal(socket) == (Close.TOO_MANY, "try_again")


def test_a_fault_of_the_server_closes_the_socket_as_such() -> None:
    store = UnwellStore()
    with a_web(store) as web:
        store.pain = RuntimeError("a secret of the house")
        with web.socket("/api/rooms/00000000/live", **STRANGER) as socket:
            assert read_until_close(socket) == (Close.BROKEN, [])


def test_a_socket_to_nowhere_does_not_open(web: Web) -> None:
    with pytest.raises(WebSocketDisconnect), web.socket("/api/rooms/00000000/nowhere"):
        pytest.fail("the socket opened")
