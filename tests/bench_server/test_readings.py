"""Readings: the driver searches messages, and finds the same as a parser."""

from collections import Counter
from collections.abc import Iterator

import orjson
import pytest

from app.rooms.events import Said
from app.rooms.fold import fold
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat
from tests.web.heavy import full_room
from tools.bench_server.readings import Asked, FloorReading, ProgramReading


def update(ask: object, phase: str = "playing", effects: object = ()) -> bytes:
    """Return an update."""
    view = {"you": 0, "room": {"phase": phase}, "seats": [{"sealed": True}], "ask": ask, "said": []}
    return orjson.dumps({"version": 7, "view": view, "effects": effects, "now": 1})


def ask(choices: list[str], sealed: str | None = None) -> dict[str, object]:
    """Return a seat's ask, as the protocol writes it."""
    return {"ask": 12, "kind": "letter", "choices": choices, "complete": True, "sealed": sealed, "alone": False}


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (update(ask(["a", "b"])), Asked(12, ["a", "b"])),
        (update(ask(["a", "b"], sealed="a")), Asked(0, ["a", "b"])),
        (update(ask(['pay 3 "now"', "pass [all]"])), Asked(12, ['pay 3 "now"', "pass [all]"])),
        (update(None), Asked()),
        (update(None, "finished"), Asked(is_over=True)),
    ],
)
def test_what_is_asked_is_found_in_an_update(message: bytes, asked: Asked) -> None:
    reading = ProgramReading()
    assert reading.receive(message) is False
    assert reading.find_ask() == asked


def test_a_reveal_is_told_from_an_update_without_one() -> None:
    reading = ProgramReading()
    assert reading.receive(update(None, effects=[{"ask": 11, "kind": "opens", "details": []}])) is True
    assert reading.receive(update(None)) is False
    assert reading.receive(b'{"re":null,"ok":true,"version":9}') is None
    with pytest.raises(AssertionError):
        reading.receive(b'{"re":null,"refused":"ask_is_over","say":"Too late.","ask":null}')


def test_reading_does_not_mistake_chat_text_for_effects() -> None:
    talk = update(ask(["a"])).replace(b'"said":[]', b'"said":[%b]' % orjson.dumps('"effects":[{"ask":{"ask":99'))
    reading = ProgramReading()
    assert reading.receive(talk) is False
    assert reading.find_ask() == Asked(12, ["a"])


def test_program_reading_agrees_with_a_json_parser_on_every_update(game: str) -> None:
    seen = Counter[str]()
    for message in updates(game):
        data, reading = orjson.loads(message), ProgramReading()
        assert reading.receive(message) == bool(data["effects"])
        owed = data["view"]["ask"]
        number = owed["ask"] if owed is not None and owed["sealed"] is None else 0
        is_over = owed is None and data["view"]["room"]["phase"] == "finished"
        assert reading.find_ask() == Asked(number, owed["choices"] if owed is not None else (), is_over)
        seen.update(name for name, is_so in (("opens", data["effects"]), ("owes", number), ("over", is_over)) if is_so)
    assert min(seen.get(name, 0) for name in ("opens", "owes", "over")) > 0


def test_the_floor_tells_its_round_and_what_was_revealed() -> None:
    reading = FloorReading()
    assert reading.receive(b'{"round": 3, "sealed": [1]}') is False
    assert reading.find_ask().ask == 3
    assert reading.receive(b'{"round":4,"revealed":["a","b","c","d"]}') is True
    assert reading.find_ask().ask == 4
    assert orjson.loads(reading.seal(4, "b")) == {"round": 4, "choice": "b"}


def updates(game: str) -> Iterator[bytes]:
    """Yield a seat's messages during a game, without the chat behind it."""
    room, feed = None, ProgramFeed()
    for entry in full_room(game, "00000CC1"):
        if isinstance(entry.event, Said):
            return
        room = fold(room, (entry,))
        if room is not None and room.play is not None:
            message = feed.update(room, Seat(1), frozenset())
            if message is not None:
                yield message
