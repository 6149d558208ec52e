"""Whatever is wrong with a message, the answer is the refusal of the protocol, and the room is as it was."""

import itertools
import random
from typing import Any

import pytest

from tests.web.tables import GAME, QUICK, Table, Web

LONG = "x" * 201


@pytest.fixture
def table(web: Web) -> Table:
    """Three players; the first two have an open choice, the third has sealed."""
    table = web.playing("Ada", "Ben", "Carla")
    assert table.seal(2).status_code == 200
    return table


BAD_BODIES: list[tuple[bytes, str, int]] = [
    (b"", "not_json", 400),
    (b"{", "not_json", 400),
    (b"[]", "not_json", 400),
    (b"\xff", "not_json", 400),
    (b"{}", "unknown_command", 400),
    (b'{"do":"open"}', "unknown_command", 400),
    (b'{"do":"hello","token":"x"}', "unknown_command", 400),
    (b'{"do":"seal"}', "bad_field", 422),
    (b'{"do":"seal","ask":"1","choice":"x"}', "bad_field", 422),
    (b'{"do":"seal","ask":1,"choice":"castle exhibit","seat":0}', "bad_field", 422),
    (b'{"do":"seal","ask":1,"choice":"%s"}' % (b"x" * 1001), "bad_field", 422),
    (b'{"do":"pause","id":"%s"}' % (b"x" * 65), "bad_field", 422),
    (b'{"do":"pause","id":""}', "bad_field", 422),
    (b'{"do":"say","text":"%s"}' % (b"x" * 501), "bad_field", 422),
    (b'{"do":"say","text":"%s"}' % (b"x" * 2001), "bad_field", 422),
    (b'{"do":"say","text":" "}', "bad_field", 422),
    (b'{"do":"say","text":"a\\u0000b"}', "bad_field", 422),
    (b'{"do":"say","text":"a\\u202eb"}', "bad_field", 422),
    (b'{"do":"stand_in","seat":4,"level":"normal"}', "bad_field", 422),
    (b'{"do":"stand_in","seat":0,"level":"unheard of"}', "bad_field", 422),
    (b'{"do":"begin","options":{"grace":-1}}', "already_begun", 409),
    (b'{"do":"say","text":"%s"}' % (b"x" * 16_384), "too_large", 413),
]


@pytest.mark.parametrize(("body", "code", "status"), BAD_BODIES, ids=itertools.count())
def test_a_bad_body_is_refused_and_changes_nothing(table: Table, body: bytes, code: str, status: int) -> None:
    before = table.fingerprint()
    headers = {**table.bearer(0), "content-type": "application/json"}
    answer = table.web.client.post(f"{table.path}/commands", content=body, headers=headers)
    assert (answer.json()["refused"], answer.status_code) == (code, status)
    assert answer.json()["say"]
    assert table.fingerprint() == before


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/csp-report"])
def test_a_body_that_says_it_is_no_json_is_not_read(table: Table, kind: str) -> None:
    before = table.fingerprint()
    headers = {**table.bearer(0), "content-type": kind}
    answer = table.web.client.post(f"{table.path}/commands", content=b'{"do":"pause"}', headers=headers)
    assert (answer.status_code, answer.json()["refused"]) == (400, "not_json")
    assert table.fingerprint() == before


WRONG: list[tuple[int, dict[str, Any], str, int]] = [
    (0, {"do": "seal", "ask": 0, "choice": "castle exhibit"}, "ask_is_over", 409),
    (0, {"do": "seal", "ask": 99, "choice": "castle exhibit"}, "ask_is_over", 409),
    (0, {"do": "seal", "ask": 1, "choice": ""}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": "all the money"}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": "castle thief 99"}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": "Castle"}, "choice_not_legal", 422),
    (0, {"do": "lift", "ask": 1}, "nothing_to_lift", 409),
    (0, {"do": "lift", "ask": 0}, "ask_is_over", 409),
    (2, {"do": "lift", "ask": 2}, "ask_is_over", 409),
    (0, {"do": "begin"}, "already_begun", 409),
    (1, {"do": "begin"}, "not_host", 403),
    (0, {"do": "again"}, "already_begun", 409),
    (1, {"do": "again"}, "not_host", 403),
    (0, {"do": "options", "options": {"grace": 1}}, "already_begun", 409),
    (1, {"do": "options", "options": {"grace": 1}}, "not_host", 403),
    (0, {"do": "bot", "seat": 3, "level": None}, "already_begun", 409),
    (1, {"do": "bot", "seat": 3, "level": "normal"}, "not_host", 403),
    (1, {"do": "stand_in", "seat": 0, "level": "normal"}, "not_host", 403),
]


@pytest.mark.parametrize(("seat", "command", "code", "status"), WRONG, ids=itertools.count())
def test_a_wrong_command_is_refused_and_changes_nothing(
    table: Table, seat: int, command: dict[str, Any], code: str, status: int
) -> None:
    before, version = table.fingerprint(), table.view(seat)["room"]["version"]
    answer = table.post(seat, id="w1", **command)
    assert (answer.json()["re"], answer.json()["refused"], answer.status_code) == ("w1", code, status)
    assert answer.json()["ask"] == table.view(seat)["ask"]
    assert table.fingerprint() == before
    assert table.view(seat)["room"]["version"] == version


@pytest.mark.parametrize(("seat", "command", "code", "status"), WRONG, ids=itertools.count())
def test_the_socket_refuses_in_the_same_words(
    table: Table, seat: int, command: dict[str, Any], code: str, status: int
) -> None:
    before = table.fingerprint()
    with table.socket(seat) as socket:
        socket.receive_json()
        socket.send_json({"id": "w1", **command})
        said = socket.receive_json()
    assert said == table.post(seat, id="w1", **command).json()
    assert (said["refused"], status) == (code, status)
    assert table.fingerprint() == before


def test_a_lobby_refuses_what_belongs_to_a_game(web: Web) -> None:
    table = web.open("Ada")
    before = table.fingerprint()
    for command, code in (
        ({"do": "seal", "ask": 1, "choice": "castle exhibit"}, "not_begun"),
        ({"do": "lift", "ask": 1}, "not_begun"),
        ({"do": "pause"}, "not_begun"),
        ({"do": "resume"}, "not_begun"),
        ({"do": "again"}, "not_begun"),
        ({"do": "begin"}, "too_few"),
        ({"do": "begin", "options": {"grace": "long"}}, "bad_field"),
        ({"do": "options", "options": {"unheard": 1}}, "bad_field"),
        ({"do": "options", "options": {"clock": {"mode": "quick"}}}, "bad_field"),
        ({"do": "options", "options": {"grace": 31}}, "bad_field"),
        ({"do": "bot", "seat": 0, "level": "normal"}, "bad_field"),
        ({"do": "bot", "seat": 1, "level": "unheard of"}, "bad_field"),
    ):
        assert table.post(0, **command).json()["refused"] == code, command
    assert table.fingerprint() == before


def test_a_table_that_rests_takes_no_choice(table: Table) -> None:
    assert table.post(1, do="pause").json()["ok"] is True
    before = table.fingerprint()
    assert table.seal(0).json()["refused"] == "paused"
    assert table.post(2, do="lift", ask=1).json()["refused"] == "paused"
    assert table.fingerprint() == before
    assert table.post(0, do="resume").json()["ok"] is True
    assert table.seal(0).json()["ok"] is True


def test_who_owes_nothing_is_told_so(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla")
    rng = random.Random(1)
    for _ in range(200):
        views = [table.view(seat) for seat in range(3)]
        idle = [seat for seat, view in enumerate(views) if view["ask"] is None]
        asked = next(view["ask"]["ask"] for view in views if view["ask"] is not None)
        if idle:
            before = table.fingerprint()
            answer = table.post(idle[0], do="seal", ask=asked, choice="castle exhibit")
            assert (answer.json()["refused"], answer.json()["ask"]) == ("not_asked", None)
            assert table.fingerprint() == before
            return
        for seat in range(3):
            table.seal(seat, place=rng.randrange(len(views[seat]["ask"]["choices"])))
    pytest.fail("everybody was asked all the time")


BAD_ROOMS: list[tuple[dict[str, Any], int]] = [
    ({}, 422),
    ({"game": GAME}, 422),
    ({"name": "Ada"}, 422),
    ({"game": "chess", "name": "Ada"}, 422),
    ({"game": GAME, "name": ""}, 422),
    ({"game": GAME, "name": "x" * 25}, 422),
    ({"game": GAME, "name": LONG}, 422),
    ({"game": GAME, "name": "A\u0000"}, 422),
    ({"game": GAME, "name": "A\u202e"}, 422),
    ({"game": GAME, "name": 1}, 422),
    ({"game": GAME, "name": "Ada", "options": {"unheard": 1}}, 422),
    ({"game": GAME, "name": "Ada", "options": []}, 422),
    ({"game": GAME, "name": "Ada", "seat": 1}, 422),
]


@pytest.mark.parametrize(("body", "status"), BAD_ROOMS, ids=itertools.count())
def test_a_bad_room_does_not_open(web: Web, body: dict[str, Any], status: int) -> None:
    answer = web.client.post("/api/rooms", json=body)
    assert (answer.status_code, answer.json()["refused"]) == (status, "bad_field")
    assert web.store._rooms == {}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "Ben", "key": "wrong"}, "no_such_room"),
        ({"name": "Ben", "key": ""}, "no_such_room"),
        ({"name": "Ben", "key": None, "seat": 2}, "bad_field"),
        ({"name": "ADA"}, "name_taken"),
        ({"name": "A\u0301da"}, "name_taken"),
        ({"name": "\u0410da"}, "name_taken"),
        ({"name": " "}, "bad_field"),
        ({"name": LONG}, "bad_field"),
        ({}, "bad_field"),
    ],
)
def test_nobody_sits_down_with_a_wrong_key_or_name(web: Web, body: dict[str, Any], code: str) -> None:
    table = web.open("Ada")
    before = table.fingerprint()
    answer = web.client.post(f"{table.path}/seats", json=body)
    assert answer.json()["refused"] == code
    assert table.fingerprint() == before


def test_a_full_table_has_no_seat(web: Web) -> None:
    table = web.open("Ada", "Ben", "Carla", "Dora", "Emil", options=QUICK)
    before = table.fingerprint()
    answer = web.client.post(f"{table.path}/seats", json={"name": "Frida"})
    assert (answer.status_code, answer.json()["refused"]) == (409, "room_full")
    assert table.fingerprint() == before
