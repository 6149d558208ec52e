"""Messages to a program's connection."""

import json
from typing import Any

import orjson
import pytest

from app.live.host.requests import Done
from app.rooms import events as e
from app.rooms.commands import Begin, Lift, OpenRoom, Say, Seal, TakeSeat
from app.rooms.decide import decide
from app.rooms.events import Entry
from app.rooms.fold import step
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version
from app.rooms.model.options import RoomOptions
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.views.view import view
from app.web.messages.answers import LinkMade, as_json, make_answer, view_as_json
from app.web.sockets.program_feed import ProgramFeed
from engine import registry
from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat
from tests.known import size_near
from tests.rooms import builders

ADA, BEN = Seat(0), Seat(1)
NOBODY: frozenset[Seat] = frozenset()


def run_commands(room: Room | None, *commands: Any) -> Room:
    """Return the room after these commands, which must all succeed."""
    for command in commands:
        events = decide(room, command, Millis(0))
        assert not isinstance(events, Refusal), events
        for event in events:
            room = step(room, Entry(Version(room.version + 1 if room else 1), Millis(0), event))
    assert room is not None
    return room


def a_game(**options: Any) -> Room:
    chosen: dict[str, Any] = {"grace": 0, **options}
    return run_commands(
        None,
        OpenRoom(RoomCode("K7QF2M9X"), "adel_verpflichtet", "Ada", Digest("a"), "join", "watch", chosen),
        TakeSeat("Ben", Digest("b"), None, code=RoomCode("K7QF2M9X")),
        Begin(ADA, "00" * 32, None),
    )


def sealing(room: Room, seat: Seat, place: int = 0) -> Seal:
    assert room.play is not None
    return Seal(seat, room.play.ask, room.play.game.text(room.play.asks[seat].choices[place]))


def test_view_as_json_equals_plain_view_of_viewer() -> None:
    room = a_game(watchers="public")
    for viewer in (ADA, BEN, None):
        for here in (NOBODY, frozenset({ADA})):
            assert json.loads(view_as_json(room, viewer, here)) == to_plain(view(room, viewer, here))


WORDS = "".join(map(chr, range(0x250))) + "\u2028\u2029\ufeff\ufffd\U0001f600\U0010ffff"
"""Every control character, what JSON escapes, and letters of two to four bytes."""


@pytest.mark.parametrize("key", registry.GAMES)
def test_view_as_json_equals_plain_view_byte_for_byte(key: str) -> None:
    """Two libraries write what is sent, and their output is the same.

    One writes the cached part of a view, the other one the rest."""
    clock: Plain = {"mode": "gentle", "bank": 0.001, "per_ask": 2_592_000}
    at_first = builders.a_game(size_near(key, 3), game=key, watchers="delayed", clock=clock)
    said = (e.Said(ADA, WORDS), e.WatcherSaid(WORDS, WORDS), e.PhraseSaid(BEN, "nice"), e.VoteCast(BEN, "end", True))
    begun = builders.apply_events(at_first, said)
    assert begun is not None
    room = begun
    for _ in range(12):
        for viewer in (ADA, BEN, None):
            shown = view(room, viewer, frozenset({ADA}), builders.holder("Ada"))
            assert view_as_json(room, viewer, frozenset({ADA}), builders.holder("Ada")) == orjson.dumps(to_plain(shown))
        play = builders.game_of(room)
        room = builders.run_commands(room, *(builders.seal(room, seat) for seat in play.asks))


@pytest.mark.parametrize("ms", [0, 1, 10, 999, 1_000, 1_001, 2_592_000_000])
def test_spans_are_written_as_they_ever_were(ms: int) -> None:
    assert as_json(RoomOptions(grace=Millis(ms)).to_json()) == orjson.dumps(RoomOptions(grace=Millis(ms)).to_json())


def test_nothing_new_is_not_said_again() -> None:
    room, feed = a_game(), ProgramFeed()
    assert feed.update(room, ADA, NOBODY) is not None
    assert feed.update(room, ADA, NOBODY) is None
    assert feed.update(room, ADA, frozenset({BEN})) is not None


def test_effects_are_sent_once_and_never_in_first_message() -> None:
    room, feed, late = a_game(), ProgramFeed(), ProgramFeed()
    assert json.loads(feed.update(room, ADA, NOBODY) or "")["effects"] == []
    room = run_commands(room, sealing(room, ADA), sealing(room, BEN))
    told = json.loads(feed.update(room, ADA, NOBODY) or "")["effects"]
    assert told
    assert {one["ask"] for one in told} == {1}
    room = run_commands(room, Say(BEN, "Oh"))
    assert json.loads(feed.update(room, ADA, NOBODY) or "")["effects"] == []
    assert json.loads(late.update(room, ADA, NOBODY) or "")["effects"] == []


def test_reveals_that_were_missed_come_together() -> None:
    room, feed = a_game(), ProgramFeed()
    feed.update(room, ADA, NOBODY)
    for _ in range(2):
        assert room.play is not None
        room = run_commands(room, *(sealing(room, seat) for seat in room.play.asks))
    told = json.loads(feed.update(room, ADA, NOBODY) or "")["effects"]
    assert {one["ask"] for one in told} == {1, 2}


def test_a_card_changed_or_lifted_is_no_news_for_others() -> None:
    room, feed = a_game(grace=30), ProgramFeed()
    room = run_commands(room, sealing(room, ADA))
    feed.update(room, BEN, NOBODY)
    for command in (sealing(room, ADA, 1), Lift(ADA, AskNumber(1))):
        room = run_commands(room, command)
        assert feed.update(room, BEN, NOBODY) is None


def test_a_delayed_watcher_is_told_one_reveal_late() -> None:
    room, feed = a_game(watchers="delayed"), ProgramFeed()
    feed.update(room, None, NOBODY)
    told: list[set[int]] = []
    for _ in range(3):
        assert room.play is not None
        room = run_commands(room, *(sealing(room, seat) for seat in room.play.asks))
        message = json.loads(feed.update(room, None, NOBODY) or "{}")
        told.append({one["ask"] for one in message.get("effects", [])})
    assert told == [set(), {1}, {2}]


def test_an_answer_says_what_the_protocol_says() -> None:
    room = a_game()
    assert make_answer("c1", Done(7, ADA), room, ADA) == {"re": "c1", "ok": True, "version": 7}
    assert make_answer(None, LinkMade(7, ADA, "/r/x"), room, ADA) == {
        "re": None,
        "ok": True,
        "version": 7,
        "link": "/r/x",
    }
    said = make_answer("c2", refuse("ask_is_over"), room, ADA)
    assert said == {
        "re": "c2",
        "refused": "ask_is_over",
        "say": "Too late: the game has moved on.",
        "ask": to_plain(view(room, ADA).ask),
    }
    assert make_answer("c3", refuse("no_seat"), room, None)["ask"] is None
    assert json.loads(ProgramFeed().answer("c1", Done(7, ADA), room, ADA)) == {"re": "c1", "ok": True, "version": 7}
