"""Screens: admitted by a player, removed by anybody, gone with that player."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from app.rooms.screens.decide import ASK_MS, has_screen
from app.rooms.screens.view import ScreenPart, ScreensPart
from app.rooms.views.view import view
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    a_room,
    events_of,
    get_refusal_code,
    holder,
    run_commands,
)

TV, OTHER = Digest("7e" * 32), Digest("0a" * 32)


def show(room: Room) -> Room:
    """Return the room with a screen that Ben has admitted."""
    return run_commands(room, c.ShowOnScreen(BEN, TV))


@pytest.mark.parametrize("room", [a_room(3), a_game(3)])
def test_any_player_admits_a_screen_and_any_removes_it(room: Room) -> None:
    shown = show(room)
    assert view(shown, CARLA).room.screens == ScreensPart((ScreenPart(1, "Ben"),), None, False)
    assert shown.announcements[-1].kind == "screen"
    assert shown.people() == room.people() and shown.seat_of(TV) is None
    assert not has_screen(run_commands(shown, c.RemoveScreen(ADA, 1)), TV)


def test_a_screen_is_admitted_once() -> None:
    assert events_of(show(a_room(2)), c.ShowOnScreen(ADA, TV)) == ()


def test_four_screens_show_a_table_and_no_fifth() -> None:
    room = run_commands(a_room(2), *(c.ShowOnScreen(ADA, Digest(f"{n:064x}")) for n in range(4)))
    assert get_refusal_code(room, c.ShowOnScreen(BEN, TV)) == "bad_field"


def test_a_screen_goes_with_the_player_who_admitted_it() -> None:
    assert not has_screen(run_commands(show(a_room(3)), c.Leave(BEN)), TV)
    assert has_screen(run_commands(show(a_room(3)), c.Leave(CARLA)), TV)


def test_a_screen_stays_when_its_player_changes_seats() -> None:
    swapped = run_commands(show(a_room(3)), c.SwapSeats(ADA, ADA, BEN))
    assert has_screen(swapped, TV) and view(swapped, ADA).room.screens.shown[0].who == "Ben"


def test_players_answer_the_screen_that_asks() -> None:
    asked = run_commands(a_room(2), c.AskForScreen(TV))
    assert view(asked, ADA).room.screens.asks == 1
    assert view(asked, None).room.screens == ScreensPart((), None, False)
    assert has_screen(run_commands(asked, c.AnswerScreen(BEN, 1, True)), TV)
    refused = run_commands(asked, c.AnswerScreen(BEN, 1, False))
    assert view(refused, ADA).room.screens.asks is None
    assert get_refusal_code(refused, c.AnswerScreen(ADA, 1, True)) == "bad_field"


def test_one_screen_asks_in_five_minutes() -> None:
    asked = run_commands(a_room(2), c.AskForScreen(TV))
    assert events_of(asked, c.AskForScreen(TV)) == ()
    assert get_refusal_code(asked, c.AskForScreen(OTHER)) == "too_fast"
    refused = run_commands(asked, c.AnswerScreen(ADA, 1, False))
    assert get_refusal_code(refused, c.AskForScreen(TV)) == "too_fast"
    assert events_of(refused, c.AskForScreen(OTHER), ASK_MS) == (e.ScreenAsked(OTHER),)


def test_players_hide_the_code_on_screens() -> None:
    hidden = run_commands(show(a_room(2)), c.HideScreenCode(ADA, True))
    assert view(hidden, None).room.screens.hides_code
    assert events_of(hidden, c.HideScreenCode(BEN, True)) == ()


def test_everybody_may_know_of_screens() -> None:
    room = a_room(2)
    for event in (*events_of(room, c.ShowOnScreen(ADA, TV)), *events_of(room, c.AskForScreen(OTHER))):
        assert audience(room, event) == "everybody"


def test_a_device_with_a_seat_is_no_screen() -> None:
    assert not has_screen(a_room(2), holder("Ada"))
