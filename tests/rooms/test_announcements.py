"""News for connected people: derived from public events alone."""

from dataclasses import fields
from typing import Any, get_args

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.announcements import with_announcement
from app.rooms.delayed import apply_delay
from app.rooms.model.announcement import KEPT
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.schema.event import disclosure
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, game_of, run_commands, seal

CLOCK: Plain = {"mode": "gentle", "per_ask": 20, "bank": 0}


def list_announcements(room: Room) -> list[tuple[object, ...]]:
    """Return the announcement: kind, person concerned, actor."""
    return [(announcement.kind, announcement.who, announcement.by_name) for announcement in room.announcements]


def test_who_paused_and_who_resumed() -> None:
    room = run_commands(a_game(3), c.Pause(BEN), c.Pause(ADA), c.Resume(ADA))
    assert list_announcements(room) == [("paused", "Ben", ""), ("resumed", "Ada", "")]
    assert [announcement.number for announcement in room.announcements] == [1, 2]


def test_whose_wish_a_stand_in_was() -> None:
    room = run_commands(a_game(3), c.SetStandIn(BEN, BEN, "normal"), c.SetStandIn(BEN, BEN, None))
    room = run_commands(
        room, c.SetStandIn(ADA, CARLA, "normal"), c.Leave(BEN), c.Remove(ADA, CARLA, "k" * 22, room.code, "w")
    )
    assert list_announcements(room) == [
        ("stood_in", "Ben", ""),
        ("relieved", "Ben", "Ben"),
        ("replaced", "Carla", "Ada"),
        ("left", "Ben", ""),
        ("removed", "Carla", "Ada"),
    ]


def test_returning_player_learns_how_many_bot_choices_were_revealed() -> None:
    room = run_commands(a_game(3), c.SetStandIn(BEN, BEN, "normal"))
    for _ in range(2):
        play = game_of(room)
        bot = c.SealForBot(BEN, play.ask, play.game.text(play.asks[BEN].default)) if BEN in play.asks else None
        room = run_commands(room, *([bot] if bot else []), *(seal(room, seat) for seat in play.asks if seat != BEN))
    assert run_commands(room, c.SetStandIn(BEN, BEN, None)).announcements[-1].choices == 2
    again = run_commands(
        room, c.SetStandIn(BEN, BEN, None), c.SetStandIn(BEN, BEN, "normal"), c.SetStandIn(BEN, BEN, None)
    )
    assert again.announcements[-1].choices == 0


def test_why_somebody_is_host_now() -> None:
    for room in (a_room(3), a_game(3)):
        left = run_commands(room, c.Leave(ADA)).announcements[-1]
        assert (left.kind, left.who, left.by_name) == ("host_left", "Ben", "Ada")
        gone = run_commands(room, c.HandOver(CARLA)).announcements[-1]
        assert (gone.kind, gone.who, gone.by_name) == ("host_gone", "Carla", "Ada")


def test_who_made_somebody_a_host() -> None:
    room = run_commands(a_room(3), c.ShareHost(ADA, BEN, True), c.ShareHost(BEN, ADA, False))
    assert list_announcements(room) == [("host_made", "Ben", "Ada"), ("host_unmade", "Ada", "Ben")]
    assert list_announcements(run_commands(a_room(3), c.ShareHost(ADA, BEN, True), c.Leave(BEN)))[1:] == [
        ("went", "Ben", "")
    ]


def test_time_away_and_files() -> None:
    room = run_commands(a_game(3, clock=CLOCK), c.GiveTime(ADA, BEN, 60), c.GoAway(CARLA, True))
    assert list_announcements(room) == [("time_given", "Ben", "Ada"), ("away", "Carla", "")]
    assert room.announcements[0].span == 60_000
    assert list_announcements(run_commands(a_room(2), c.SaveTable(ADA))) == [], (
        "before the game there is nothing hidden in it"
    )


def test_who_sees_the_table_late_is_told_of_no_times() -> None:
    room = run_commands(a_game(3, clock=CLOCK, watchers="delayed"), c.GiveTime(ADA, BEN, 60), c.Pause(ADA))
    assert list_announcements(apply_delay(room, None)) == [("paused", "Ada", "")]


def test_a_room_holds_the_latest_news_alone() -> None:
    room = run_commands(a_game(2), *(command for _ in range(KEPT) for command in (c.Pause(ADA), c.Resume(BEN))))
    assert [announcement.number for announcement in room.announcements] == list(range(KEPT + 1, 2 * KEPT + 1))


@pytest.mark.parametrize(
    "kind",
    [
        *(kind for kind in get_args(e.Event) if disclosure(kind).for_seat),
        *(e.ChoiceSealed, e.AllSealed, e.RevealHeld, e.RanOut, e.Revealed),
    ],
    ids=lambda kind: kind.__name__,
)
def test_announcements_omit_hidden_events_and_events_about_cards(kind: type[Any]) -> None:
    room = a_game(3)
    event = kind(**{field.name: BEN if field.type is Seat else AskNumber(1) for field in fields(kind)})
    assert with_announcement(room, room, event) is room
