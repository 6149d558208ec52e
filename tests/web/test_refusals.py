"""Wrong messages: each gets the protocol's refusal, and the room is unchanged.

That holds in every listed game."""

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from engine.registry import GAMES, find
from tests.known import lacks
from tests.web.tables import QUICK, Table, Web, a_web, receive_answer

LONG = "x" * 201


def three(web: Web, game: str) -> Table:
    """Return a table of three: two have an open choice, the third has sealed."""
    table = web.playing("Ada", "Ben", "Carla", game=game)
    assert [table.view(seat)["ask"]["ask"] for seat in range(3)] == [1, 1, 1]
    assert table.seal(2).status_code == 200
    return table


@pytest.fixture(scope="module")
def tables() -> Iterator[Callable[[str], Table]]:
    """One table of each game for all refused messages.

    Each test checks that nothing changed the table."""
    with a_web() as web:
        yield cache(partial(three, web))


@pytest.fixture
def table(tables: Callable[[str], Table], game: str) -> Table:
    """Table of the game."""
    return tables(game)


def legal(table: Table, seat: int) -> str:
    """Return the last choice that the seat is offered.

    It names no choice of a game if the seat is offered none."""
    ask = table.view(seat)["ask"]
    return str(ask["choices"][-1]) if ask else "anything"


def the_same(choice: str) -> str:
    """Return the choice itself, for messages that are wrong elsewhere."""
    return choice


def fill_choice(choice: str, command: dict[str, Any]) -> dict[str, Any]:
    """Return the command with its choice, if any, made from a legal one."""
    return {name: part(choice) if callable(part) else part for name, part in command.items()}


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
    (b'{"do":"seal","ask":1,"choice":"LEGAL","seat":0}', "bad_field", 422),
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
    body = body.replace(b"LEGAL", legal(table, 0).encode())
    answer = table.web.client.post(f"{table.path}/commands", content=body, headers=headers)
    assert (answer.json()["refused"], answer.status_code) == (code, status)
    assert answer.json()["say"]
    assert table.fingerprint() == before


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/csp-report"])
def test_command_body_with_non_json_content_type_is_not_read(table: Table, kind: str) -> None:
    before = table.fingerprint()
    headers = {**table.bearer(0), "content-type": kind}
    answer = table.web.client.post(f"{table.path}/commands", content=b'{"do":"pause"}', headers=headers)
    assert (answer.status_code, answer.json()["refused"]) == (400, "not_json")
    assert table.fingerprint() == before


WRONG: list[tuple[int, dict[str, Any], str, int]] = [
    (0, {"do": "seal", "ask": 0, "choice": the_same}, "ask_is_over", 409),
    (0, {"do": "seal", "ask": 99, "choice": the_same}, "ask_is_over", 409),
    (0, {"do": "seal", "ask": 1, "choice": ""}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": "all the money"}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": "{} 99".format}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": " {}".format}, "choice_not_legal", 422),
    (0, {"do": "seal", "ask": 1, "choice": str.title}, "choice_not_legal", 422),
    (0, {"do": "lift", "ask": 1}, "nothing_to_lift", 409),
    (0, {"do": "lift", "ask": 0}, "ask_is_over", 409),
    (2, {"do": "lift", "ask": 2}, "ask_is_over", 409),
    (0, {"do": "begin"}, "already_begun", 409),
    (1, {"do": "begin"}, "not_host", 403),
    (0, {"do": "again"}, "already_begun", 409),
    (1, {"do": "again"}, "not_host", 403),
    (0, {"do": "options", "options": {"tell": "count"}}, "already_begun", 409),
    (1, {"do": "options", "options": {"grace": 1}}, "not_host", 403),
    (0, {"do": "bot", "seat": 3, "level": None}, "already_begun", 409),
    (1, {"do": "bot", "seat": 3, "level": "normal"}, "not_host", 403),
    (1, {"do": "stand_in", "seat": 0, "level": "normal"}, "not_host", 403),
    (0, {"do": "host", "seat": 0, "on": False}, "bad_field", 422),
    (1, {"do": "host", "seat": 1, "on": True}, "not_host", 403),
    (0, {"do": "swap", "seat": 0, "other": 1}, "already_begun", 409),
    (0, {"do": "remove", "seat": 0}, "bad_field", 422),
    (1, {"do": "remove", "seat": 2}, "not_host", 403),
    (1, {"do": "lock", "on": True}, "not_host", 403),
    (1, {"do": "new_link"}, "not_host", 403),
    (0, {"do": "lobby"}, "already_begun", 409),
    (1, {"do": "lobby"}, "not_host", 403),
    (0, {"do": "vote", "motion": "dance", "on": True}, "bad_field", 422),
    (0, {"do": "give_time", "seat": 1, "seconds": 60}, "bad_field", 422),
    (0, {"do": "nudge", "seat": 0}, "bad_field", 422),
]


@pytest.mark.parametrize(("seat", "command", "code", "status"), WRONG, ids=itertools.count())
def test_a_wrong_command_is_refused_and_changes_nothing(
    table: Table, seat: int, command: dict[str, Any], code: str, status: int
) -> None:
    before, version = table.fingerprint(), table.view(seat)["room"]["version"]
    command = fill_choice(legal(table, seat), command)
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
    command = fill_choice(legal(table, seat), command)
    with table.socket(seat) as socket:
        socket.receive_json()
        socket.send_json({"id": "w1", **command})
        said = receive_answer(socket, "w1")
    assert said == table.post(seat, id="w1", **command).json()
    assert (said["refused"], status) == (code, status)
    assert table.fingerprint() == before


def test_a_lobby_refuses_what_belongs_to_a_game(web: Web, game: str) -> None:
    table = web.open("Ada", game=game)
    before = table.fingerprint()
    for command, code in (
        ({"do": "seal", "ask": 1, "choice": "anything"}, "not_begun"),
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


def test_a_table_that_rests_takes_no_choice(web: Web, game: str) -> None:
    table = three(web, game)
    assert table.post(1, do="pause").json()["ok"] is True
    before = table.fingerprint()
    assert table.seal(0).json()["refused"] == "paused"
    assert table.post(2, do="lift", ask=1).json()["refused"] == "paused"
    assert table.fingerprint() == before
    assert table.post(0, do="resume").json()["ok"] is True
    assert table.seal(0).json()["ok"] is True


def test_who_owes_nothing_is_told_so(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", "Carla", game=game)
    rng = random.Random(1)
    for _ in range(200):
        views = [table.view(seat) for seat in range(3)]
        idle = [seat for seat, view in enumerate(views) if view["ask"] is None]
        if len(idle) == 3:
            lacks(game, "nobody ever owes nothing while others are asked")
        asked = next(view["ask"]["ask"] for view in views if view["ask"] is not None)
        if idle:
            before = table.fingerprint()
            choice = legal(table, next(seat for seat in range(3) if seat not in idle))
            answer = table.post(idle[0], do="seal", ask=asked, choice=choice)
            assert (answer.json()["refused"], answer.json()["ask"]) == ("not_asked", None)
            assert table.fingerprint() == before
            return
        for seat in range(3):
            table.seal(seat, place=rng.randrange(len(views[seat]["ask"]["choices"])))
    pytest.fail("everybody was asked all the time")


BAD_ROOMS: list[dict[str, Any]] = [
    {"game": None, "name": "Ada"},
    {"game": "chess", "name": "Ada"},
    {"name": None},
    {"name": ""},
    {"name": "x" * 25},
    {"name": LONG},
    {"name": "A\u0000"},
    {"name": "A\u202e"},
    {"name": 1},
    {"name": "Ada", "options": {"unheard": 1}},
    {"name": "Ada", "options": []},
    {"name": "Ada", "seat": 1},
]
"""Faults in a correct request for a room; None leaves a field out."""


@pytest.mark.parametrize("body", BAD_ROOMS, ids=itertools.count())
def test_a_bad_room_does_not_open(web: Web, game: str, body: dict[str, Any]) -> None:
    said = {name: part for name, part in {"game": game, **body}.items() if part is not None}
    answer = web.client.post("/api/rooms", json=said)
    assert (answer.status_code, answer.json()["refused"]) == (422, "bad_field")
    assert web.store._rooms == {}


def test_an_empty_room_does_not_open(web: Web) -> None:
    assert web.client.post("/api/rooms", json={}).json()["refused"] == "bad_field"
    assert web.store._rooms == {}


def test_no_game_has_the_options_of_another(web: Web, game: str) -> None:
    own = {option.key for option in find(game).options}
    foreign = [option for other in GAMES.values() for option in other.options if option.key not in own]
    for option in foreign:
        body = {"game": game, "name": "Ada", "options": {option.key: option.default}}
        assert web.client.post("/api/rooms", json=body).json()["refused"] == "bad_field"
    assert web.store._rooms == {}
    assert bool(foreign) is (own != {option.key for other in GAMES.values() for option in other.options})


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
def test_nobody_sits_down_with_a_wrong_key_or_name(web: Web, game: str, body: dict[str, Any], code: str) -> None:
    table = web.open("Ada", game=game)
    before = table.fingerprint()
    answer = web.client.post(f"{table.path}/seats", json=body)
    assert answer.json()["refused"] == code
    assert table.fingerprint() == before


def test_a_full_table_has_no_seat(web: Web, game: str) -> None:
    *seated, late = ("Ada", "Ben", "Carla", "Dora", "Emil", "Frida")[: max(find(game).table_sizes) + 1]
    table = web.open(*seated, game=game, options=QUICK)
    before = table.fingerprint()
    answer = web.client.post(f"{table.path}/seats", json={"name": late})
    assert (answer.status_code, answer.json()["refused"]) == (409, "room_full")
    assert table.fingerprint() == before


def test_second_answer_to_offer_is_refused_as_already_answered(web: Web) -> None:
    """No cards were revealed in between, because the answer itself ended the prompt."""
    table = web.playing("Ada", "Ben", "Carla", game="edel_stein_reich")
    rng = random.Random(1)
    for _ in range(200):
        views = [table.view(seat) for seat in range(3)]
        asked = [seat for seat, view in enumerate(views) if view["ask"] is not None]
        ask = views[asked[0]]["ask"]
        places = {seat: rng.randrange(len(views[seat]["ask"]["choices"])) for seat in asked}
        for seat in asked:
            table.seal(seat, place=places[seat])
        if ask["default"] == "accept":
            again = table.post(asked[0], do="seal", ask=ask["ask"], choice="accept").json()
            assert (again["refused"], again["say"]) == ("ask_is_over", "Too late: that has been decided.")
            return
    pytest.fail("nobody ever answered an offer")
