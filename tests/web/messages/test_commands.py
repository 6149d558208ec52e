"""Strict decoding of messages from clients."""

from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rooms.commands import Seal
from app.rooms.schema.command import MOST_INT
from app.web.messages.parse import TAGS, InvalidMessage, read_command
from engine.core.plain import digest

GOOD: dict[str, dict[str, Any]] = {
    "seal": {"ask": 42, "choice": "castle exhibit"},
    "lift": {"ask": 42},
    "begin": {"options": {"grace": 0, "clock": {"mode": "hard", "bank": 60}}},
    "options": {"options": {"open_memory": False}},
    "bot": {"seat": 3, "level": "normal"},
    "fill": {"level": "random", "size": 4},
    "stand_in": {"seat": 0, "level": None},
    "say": {"text": "Well played"},
    "phrase": {"phrase": "bluffed"},
    "react": {"sign": "gasp", "ask": 3},
    "mute": {"name": "Ben", "on": True},
    "hear_watchers": {"on": True},
    "voice": {"link": "https://talk.example.org/friends"},
    "guess": {"name": "Walter", "ask": 42, "answers": ["0 castle", "1 auction_house"]},
    "watcher_say": {"name": "Walter", "text": "What a round!"},
    "again": {"rotate": False},
    "plan": {"ask": 42, "choices": ["castle", "thief 8"], "when": [["castle 1", "exhibit"]]},
    "host": {"seat": 1, "on": True},
    "swap": {"seat": 0, "other": 1},
    "remove": {"seat": 2},
    "nudge": {"seat": 1},
    "lock": {"on": True},
    "instructions": {"instructions": ["careful"]},
    "revoke": {"device": None},
    "let_back": {"seat": 1, "number": 1, "on": True},
    "away": {"on": False},
    "rename": {"name": "Bea"},
    "identity": {"colour": "blue", "crest": "tower"},
    "vote": {"motion": "end", "on": True},
    "propose_date": {"at": 1790000000000, "zone": "Europe/Berlin"},
    "answer_date": {"number": 1, "on": True},
    "fix_date": {"number": 1},
    "drop_date": {"number": 1},
    "let_screen": {"number": 1, "on": True},
    "remove_screen": {"number": 1},
    "hide_screen_code": {"on": True},
    "lobby": {"game": "edel_stein_reich"},
    "give_time": {"seat": 1, "seconds": 60},
    **{
        do: {}
        for do in ("pause", "resume", "leave", "start_call", "return_link", "new_link", "ping", "look", "look_away")
    },
    **{do: {} for do in ("offer_deal", "withdraw_deal")},
}

OPTIONAL = {
    ("begin", "options"),
    ("again", "rotate"),
    ("lobby", "game"),
    ("react", "ask"),
    ("fill", "level"),
    ("fill", "size"),
    ("plan", "when"),
    ("identity", "colour"),
    ("identity", "crest"),
}
"""Fields that may be left out."""


def fields(*, optional: bool) -> list[tuple[str, str]]:
    """Return the commands with each of their fields."""
    every = [(do, name) for do in sorted(TAGS) for name in GOOD[do]]
    return every if optional else [each for each in every if each not in OPTIONAL]


def get_refusal(**message: Any) -> tuple[str, str]:
    """Return the code and the sentence of the refusal."""
    read = read_command(orjson.dumps(message))
    assert isinstance(read, InvalidMessage)
    return read.refusal.code, read.refusal.say


def test_every_command_has_a_good_message() -> None:
    assert GOOD.keys() == TAGS


@pytest.mark.parametrize("do", sorted(TAGS))
def test_a_good_message_is_read_with_and_without_an_id(do: str) -> None:
    for id in ({}, {"id": "c17"}, {"id": None}):
        read = read_command(orjson.dumps({"do": do, **GOOD[do], **id}))
        assert not isinstance(read, InvalidMessage)
        assert type(read).__struct_config__.tag == do
        assert read.id == id.get("id")


@pytest.mark.parametrize("do", sorted(TAGS))
def test_an_unknown_field_is_refused_by_name(do: str) -> None:
    assert get_refusal(do=do, **GOOD[do], extra=1) == ("bad_field", "That message has no field extra.")


@pytest.mark.parametrize(("do", "name"), fields(optional=False))
def test_a_missing_field_is_refused_by_name(do: str, name: str) -> None:
    rest = {key: value for key, value in GOOD[do].items() if key != name}
    assert get_refusal(do=do, **rest) == ("bad_field", f"The field {name} is missing.")


@pytest.mark.parametrize(("do", "name"), fields(optional=True))
@pytest.mark.parametrize("wrong", [[[]], {"a": {"b": {}}}, 1.5, -1])
def test_a_field_of_a_wrong_type_is_refused_by_name(do: str, name: str, wrong: Any) -> None:
    code, say = get_refusal(do=do, **{**GOOD[do], name: wrong})
    assert code == "bad_field"
    assert name in say


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"seal"',
        b"\xff\xfe",
        b'{"do": "\xed\xa0\x80"}',
        b'{"do":"say","text":"\\ud800"}',
        b"[" * 4000,
        b'{"do":"lift","ask":' + b"9" * 5000 + b"}",
        b'{"do":"lift","ask":NaN}',
        b'\xef\xbb\xbf{"do":"ping"}',
    ],
)
def test_what_is_no_json_object_is_refused_as_such(data: bytes) -> None:
    read = read_command(data)
    assert isinstance(read, InvalidMessage)
    assert read.refusal.code == "not_json"


@pytest.mark.parametrize(
    "message", [{}, {"do": None}, {"do": "SEAL"}, {"do": "open"}, {"do": ["seal"]}, {"do": "hello"}]
)
def test_a_command_that_does_not_exist_is_refused(message: dict[str, Any]) -> None:
    assert get_refusal(**message)[0] == "unknown_command"


@pytest.mark.parametrize("id", ["", "x" * 65, "a b", "a\n", "é", 17, ["c"]])
def test_an_id_is_1_to_64_printable_characters(id: object) -> None:
    assert get_refusal(do="ping", id=id) == ("bad_field", "The field id isn't valid.")


def test_the_refusal_of_an_unreadable_command_keeps_its_id() -> None:
    read = read_command(b'{"do":"seal","id":"c9"}')
    assert isinstance(read, InvalidMessage)
    assert read.id == "c9"


@pytest.mark.parametrize("name", ["<script>", "a" * 100, "a\u202eb", "a b"])
def test_a_strange_field_name_is_not_repeated(name: str) -> None:
    assert get_refusal(do="ping", **{name: 1}) == (
        "bad_field",
        "Something in that request isn't right. Please try again.",
    )


def test_the_body_is_the_message_without_its_id() -> None:
    one, same, other = (
        read_command(data)
        for data in (
            b'{"do":"lift","ask":1,"id":"a"}',
            b'{ "id":"b", "ask":1, "do":"lift" }',
            b'{"do":"lift","ask":2,"id":"a"}',
        )
    )
    assert not isinstance(one, InvalidMessage)
    assert not isinstance(same, InvalidMessage)
    assert not isinstance(other, InvalidMessage)
    assert one.body == same.body != other.body


@pytest.mark.parametrize("seat", [5, -1, 2**60, "1", 1.0])
def test_a_seat_is_a_number_from_0_to_4(seat: object) -> None:
    assert get_refusal(do="bot", seat=seat, level=None) == ("bad_field", "The field seat isn't valid.")


@settings(max_examples=200, deadline=None)
@given(ask=st.integers(0, MOST_INT), choice=st.text(st.characters(codec="utf-8"), max_size=60))
def test_a_seals_body_is_digested_like_every_other(ask: int, choice: str) -> None:
    """An older release may have stored the digest of a seal.

    A client may send the same seal again after the server's upgrade."""
    seal = read_command(orjson.dumps({"id": "one", "do": "seal", "ask": ask, "choice": choice}))
    assert not isinstance(seal, InvalidMessage) and seal.asks_for is Seal
    assert seal.body == digest({"do": "seal", "ask": ask, "choice": choice})


def test_without_an_id_there_is_no_body_to_compare() -> None:
    for message in ({"do": "seal", "ask": 1, "choice": "castle"}, {"do": "lift", "ask": 1}):
        read = read_command(orjson.dumps(message))
        assert not isinstance(read, InvalidMessage) and read.body is None
