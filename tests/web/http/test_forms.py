"""Forms, which express the same commands as the JSON of programs."""

import re
from typing import Any

import pytest

from app.rooms.model.options import RoomOptions
from app.web.http.forms import message_of
from app.web.messages import parse
from tests.web.messages.test_commands import GOOD
from tests.web.tables import Web

OPTIONS = RoomOptions(game=(("variant", "surprise"), ("open_memory", True), ("stones", 3))).to_json()
OWN = {"origin": "http://localhost:8000", "content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"do": "seal", "ask": "42", "choice": "cheque 25"}, {"do": "seal", "ask": 42, "choice": "cheque 25"}),
        ({"do": "ping", "id": ""}, {"do": "ping"}),
        ({"do": "ping", "id": "c1"}, {"do": "ping", "id": "c1"}),
        ({"do": "bot", "seat": "2", "level": ""}, {"do": "bot", "seat": 2, "level": None}),
        ({"do": "bot", "seat": "2", "level": "easy"}, {"do": "bot", "seat": 2, "level": "easy"}),
        (
            {"do": "plan", "choices": "exhibit", "when": "castle 0|exhibit\nalone|thief 8|exhibit"},
            {"do": "plan", "choices": ["exhibit"], "when": [["castle 0", "exhibit"], ["alone", "thief 8", "exhibit"]]},
        ),
        (
            {"do": "plan", "choices": "", "if": "castle 1", "then": "thief 8"},
            {"do": "plan", "choices": [], "when": [["castle 1", "thief 8"]]},
        ),
        ({"do": "plan", "choices": "", "if": "alone"}, {"do": "plan", "choices": [], "if": "alone"}),
        ({"do": "lift", "ask": "1.0"}, {"do": "lift", "ask": "1.0"}),
        ({"do": "lift", "ask": "-1"}, {"do": "lift", "ask": "-1"}),
        ({"do": "lift", "ask": "٣"}, {"do": "lift", "ask": "٣"}),
        ({"do": "lift", "ask": "9" * 17}, {"do": "lift", "ask": "9" * 17}),
    ],
)
def test_a_field_takes_on_the_type_of_the_protocol(fields: dict[str, str], message: dict[str, Any]) -> None:
    assert message_of(fields, OPTIONS) == message


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({"option.grace": "2.5"}, {"grace": 2.5}),
        ({"option.grace": "soon"}, {"grace": "soon"}),
        ({"option.open_memory": "on"}, {"open_memory": True}),
        ({"option.open_memory": "off"}, {"open_memory": False}),
        ({"option.open_memory": "maybe"}, {"open_memory": "maybe"}),
        ({"option.clock.mode": "off", "option.clock.bank": "60"}, {"clock": {"mode": "off", "bank": 60.0}}),
        ({"option.variant": "surprise", "option.stones": "4"}, {"variant": "surprise", "stones": 4}),
        ({"option.stones": "-4"}, {"stones": -4}),
        ({"option.stones": "--4"}, {"stones": "--4"}),
        ({"option.stones": "4.0"}, {"stones": "4.0"}),
        ({"option.stones": "-"}, {"stones": "-"}),
        ({"option.unheard": "x", "option.un.heard": "y"}, {"unheard": "x", "un.heard": "y"}),
        ({"option.clock": "x", "option.clock.bank": "1"}, {"clock": "x"}),
    ],
)
def test_an_option_takes_on_the_type_of_its_present_value(fields: dict[str, str], options: dict[str, Any]) -> None:
    assert message_of({"do": "options", **fields}, OPTIONS) == {"do": "options", "options": options}


def post(web: Web, body: bytes, kind: str = OWN["content-type"]) -> tuple[int, str]:
    headers = {**OWN, "content-type": kind, "accept": "application/json"}
    answer = web.client.post("/rooms", content=body, headers=headers, follow_redirects=False)
    return answer.status_code, answer.json()["refused"] if answer.status_code >= 400 else ""


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"game=adel_verpflichtet&name=Ada", 303, ""),
        (b"game=adel_verpflichtet&name=J%C3%BCrgen+II", 303, ""),
        (b"name=Ada&name=Ben&game=adel_verpflichtet", 400, "bad_field"),
        (b"name=%ff&game=adel_verpflichtet", 400, "bad_field"),
        (b"\xff\xfe", 400, "bad_field"),
        (b"name", 400, "bad_field"),
        (b"&".join(b"f%d=1" % number for number in range(33)), 400, "bad_field"),
        (b"name=" + b"x" * 16_384, 413, "too_large"),
    ],
)
def test_a_form_is_read_strictly(web: Web, body: bytes, status: int, code: str) -> None:
    assert post(web, body) == (status, code)


@pytest.mark.parametrize("kind", ["", "text/plain", "multipart/form-data; boundary=x", "application/json"])
def test_another_kind_of_body_is_no_form(web: Web, kind: str) -> None:
    assert post(web, b"game=adel_verpflichtet&name=Ada", kind) == (400, "not_json")


def test_form_accepts_option_as_hidden_off_and_checked_box(web: Web) -> None:
    cookie = sit_as_host(web)
    code = cookie.pop("room")
    headers = {**OWN, **cookie, "accept": "application/json"}
    body = b"do=options&option.open_memory=off&option.open_memory=on&option.grace=1.5"
    assert web.client.post(f"/r/{code}/do", content=body, headers=headers).json()["ok"] is True
    body = b"do=options&option.open_memory=off&option.clock.mode=gentle"
    assert web.client.post(f"/r/{code}/do", content=body, headers=headers).json()["ok"] is True


def sit_as_host(web: Web) -> dict[str, str]:
    """Return the host's cookie header, and the code of a new room under ``room``."""
    answer = web.client.post("/rooms", content=b"game=adel_verpflichtet&name=Ada", headers=OWN, follow_redirects=False)
    return {"cookie": answer.headers["set-cookie"].partition(";")[0], "room": answer.headers["location"][-8:]}


@pytest.mark.parametrize("do", sorted(GOOD))
def test_a_command_may_come_as_a_form(web: Web, do: str) -> None:
    """The room answers a form as it answers the same message in JSON.

    The answer is never a complaint about the form."""
    cookie = sit_as_host(web)
    code = cookie.pop("room")
    fields = {"do": do, "id": "f1"}
    for name, value in GOOD[do].items():
        if name == "options":
            fields |= {"option.grace": "1", "option.clock.bank": "60", "option.open_memory": "off"}
        elif name == "answers":
            fields |= {f"answer.{number}": answer for number, answer in enumerate(value)}
        elif name == "choices":
            fields[name] = "\n".join(value)
        elif name == "when":
            fields[name] = "\n".join(map("|".join, value))
        else:
            fields[name] = (
                "" if value is None else {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
            )
    headers = {**OWN, **cookie, "accept": "application/json"}
    answer = web.client.post(f"/r/{code}/do", data=fields, headers=headers).json()
    assert answer["re"] == "f1"
    assert not re.search("field|form", answer.get("say", ""))


def test_whole_seconds_in_form_give_same_command_as_json() -> None:
    """A browser that loses its socket posts the command again, under the same id."""
    posted = parse.read(
        parse.COMMAND, message_of({"do": "options", "option.grace": "0", "option.bot_pace": "0.5"}, OPTIONS)
    )
    sent = parse.read(parse.COMMAND, {"do": "options", "options": {"grace": 0, "bot_pace": 0.5}})
    assert not isinstance(posted, parse.InvalidMessage) and not isinstance(sent, parse.InvalidMessage)
    assert posted.body == sent.body
