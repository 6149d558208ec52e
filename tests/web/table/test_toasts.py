"""Toasts: one sentence each for the player who acts, the one concerned and others.

Only people who were present get one."""

from gettext import NullTranslations

import pytest

from app.rooms import commands as c
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.table.toast_words import Toast
from app.web.table.toasts import Toaster
from app.web.text.sentences import Speech
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, expiry, game_of, run_commands, seal

HERE = frozenset({ADA, BEN, CARLA})
SPEECH = Speech(NullTranslations())
CLOCK: Plain = {"mode": "gentle", "per_ask": 20, "bank": 0}


def format_toast(toast: Toast) -> str:
    """Return a toast's sentence with the labels of its buttons."""
    words = "".join(part if isinstance(part, str) else part[0] for part in toast.say)
    return " ".join([words, *(f"[{label}]" for label, _ in toast.buttons)])


def list_toasts(before: Room, *commands: c.Command, viewer: Viewer = ADA) -> list[str]:
    """Return the toasts of these commands for a viewer who was present."""
    toaster = Toaster(SPEECH)
    toaster.take_toasts(page_view(before, viewer, HERE))
    new, _ = toaster.take_toasts(page_view(run_commands(before, *commands), viewer, HERE))
    return [format_toast(toast) for toast in new]


def standing(room: Room, viewer: Viewer = ADA, here: frozenset[Seat] = HERE) -> list[str]:
    """Return the toasts on a page that is opened now."""
    return [format_toast(toast) for toast in Toaster(SPEECH).take_toasts(page_view(room, viewer, here))[1]]


def test_pause_toast_is_worded_per_viewer_and_players_can_resume() -> None:
    room = a_game(3, watchers="public")
    assert list_toasts(room, c.Pause(ADA)) == ["You paused the game. [Resume]"]
    assert list_toasts(room, c.Pause(ADA), viewer=BEN) == ["Ada paused the game. [Resume]"]
    assert list_toasts(room, c.Pause(ADA), viewer=None) == ["Ada paused the game."]
    paused = run_commands(room, c.Pause(ADA))
    assert list_toasts(paused, c.Resume(BEN), viewer=BEN) == ["You resumed the game."]
    assert list_toasts(paused, c.Resume(BEN)) == ["Ben resumed the game."]


def test_what_was_undone_is_no_news() -> None:
    assert list_toasts(a_game(3), c.Pause(BEN), c.Resume(CARLA)) == ["Carla resumed the game."]
    assert list_toasts(a_game(3), c.GoAway(BEN, True), c.GoAway(CARLA, True), c.GoAway(BEN, False)) == [
        "Carla is away.",
        "Ben is back.",
    ]
    assert list_toasts(a_game(3), c.GoAway(ADA, True)) == []


def test_opened_or_returning_page_gets_no_old_toasts() -> None:
    room = run_commands(a_game(3), c.Pause(BEN), c.GoAway(CARLA, True))
    toaster = Toaster(SPEECH)
    assert toaster.take_toasts(page_view(room, ADA, HERE)) == ((), ())
    assert toaster.take_toasts(page_view(room, ADA, HERE)) == ((), ())


def test_a_new_host_learns_why_and_the_others_who() -> None:
    assert list_toasts(a_game(3), c.Leave(ADA), viewer=BEN)[-1] == "You're the host now, because Ada left."
    assert list_toasts(a_room(3), c.Leave(ADA), viewer=CARLA) == ["Ben is the host now."]
    assert list_toasts(a_game(3), c.HandOver(CARLA), viewer=CARLA) == [
        "You're the host now, because Ada has been gone for a while."
    ]
    assert list_toasts(a_game(3), c.ShareHost(ADA, BEN, True), viewer=BEN) == ["Ada made you a host."]
    assert list_toasts(a_game(3), c.ShareHost(ADA, BEN, True), viewer=CARLA) == []
    shared = run_commands(a_game(3), c.ShareHost(ADA, BEN, True))
    assert list_toasts(shared, c.ShareHost(BEN, ADA, False)) == ["You're no longer a host."]


def test_who_plays_for_whom() -> None:
    room = a_game(3)
    own, by_host = c.SetStandIn(BEN, BEN, "normal"), c.SetStandIn(ADA, BEN, "normal")
    assert list_toasts(room, own) == ["A bot is standing in for Ben."]
    assert list_toasts(room, own, viewer=BEN) == [], "the dock says so"
    for viewer in (ADA, BEN, CARLA, None):
        assert list_toasts(room, by_host, viewer=viewer) == ["Ada let a bot stand in for Ben."]
    assert list_toasts(room, c.Leave(BEN)) == ["Ben left. A bot is standing in."]
    back = c.SetStandIn(BEN, BEN, None)
    assert list_toasts(run_commands(room, own), back) == ["Ben is playing again."]
    assert list_toasts(run_commands(room, own), back, viewer=BEN) == ["You're playing again."]


@pytest.mark.parametrize(
    ("choices", "say"), [(1, "The bot made 1 choice for you."), (2, "The bot made 2 choices for you.")]
)
def test_whoever_plays_again_learns_what_the_bot_did(choices: int, say: str) -> None:
    room = run_commands(a_game(3), c.SetStandIn(BEN, BEN, "normal"))
    while game_of(room).ask <= choices:
        play = game_of(room)
        bot = c.SealForBot(BEN, play.ask, play.game.text(play.asks[BEN].default))
        room = run_commands(room, bot, *(seal(room, seat) for seat in play.asks if seat != BEN))
    assert list_toasts(room, c.SetStandIn(BEN, BEN, None), viewer=BEN) == [f"You're playing again. {say} [Show]"]


@pytest.mark.parametrize(
    ("seconds", "say"),
    [(60, "1 minute"), (300, "5 minutes"), (3600, "1 hour"), (172_800, "2 days"), (90, "90 seconds")],
)
def test_whoever_is_given_time_learns_by_whom_and_how_much(seconds: int, say: str) -> None:
    room = a_game(3, clock=CLOCK)
    given = c.GiveTime(ADA, BEN, seconds)
    assert list_toasts(room, given, viewer=BEN) == [f"Ada added {say} for you."]
    assert list_toasts(room, given, viewer=CARLA) == []


def test_a_table_that_is_saved_while_it_plays_tells_everybody() -> None:
    room = a_game(1, bots=2, watchers="public")
    say = "Ada saved this table to a file. Anyone who opens it can see every card."
    for viewer in (ADA, None):
        assert list_toasts(room, c.SaveTable(ADA), viewer=viewer) == [say]


def test_nudge_toast_stays_until_seal_for_its_player_only() -> None:
    room = run_commands(a_game(3, watchers="public"), c.Nudge(ADA, BEN))
    assert standing(room, BEN) == ["Ada is nudging you: it's your turn."]
    assert standing(room, ADA) == standing(room, CARLA) == standing(room, None) == []
    assert standing(run_commands(room, seal(room, BEN)), BEN) == []


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_timeout_toast_is_shown_to_players_while_page_says_so(tell: str) -> None:
    game = a_game(3, clock=CLOCK, watchers="public", tell=tell)
    room = run_commands(game, expiry(game, BEN), ms=20_000)
    assert standing(room) == ["Ben is out of time. [Add time] [Let a bot stand in]"]
    assert standing(room, BEN) == standing(room, None) == []
    sealed = run_commands(room, seal(room, BEN), ms=21_000)
    assert standing(sealed) == ([] if tell == "who" else standing(room))
    assert standing(run_commands(room, c.SetStandIn(ADA, BEN, "normal"), ms=21_000)) == []


def test_toast_about_dropped_player_goes_to_witnesses_until_player_returns() -> None:
    room, toaster = a_game(3), Toaster(SPEECH)
    assert standing(room, here=frozenset({ADA})) == [], "whoever was gone before is no news"
    toaster.take_toasts(page_view(room, ADA, HERE))
    (toast,) = toaster.take_toasts(page_view(room, ADA, HERE - {BEN}))[1]
    assert format_toast(toast) == "Ben lost the connection. Their seat is safe."
    assert toast.after > 0 and not toast.stays
    assert toaster.take_toasts(page_view(room, ADA, HERE - {BEN}))[1] == (toast,)
    assert toaster.take_toasts(page_view(room, ADA, HERE))[1] == ()
    (again,) = toaster.take_toasts(page_view(room, ADA, HERE - {BEN}))[1]
    assert again.key != toast.key


def test_announced_absence_or_slow_game_causes_no_dropped_player_toast() -> None:
    days = a_game(3, clock={"mode": "gentle", "per_ask": 86_400, "bank": 0})
    for room in (days, run_commands(a_game(3), c.GoAway(BEN, True)), run_commands(a_game(3), c.Pause(ADA)), a_room(3)):
        toaster = Toaster(SPEECH)
        toaster.take_toasts(page_view(room, ADA, HERE))
        assert toaster.take_toasts(page_view(room, ADA, HERE - {BEN}))[1] == ()


def test_a_name_is_no_words() -> None:
    room = a_game(3)
    toaster = Toaster(SPEECH)
    toaster.take_toasts(page_view(room, BEN, HERE))
    (toast,) = toaster.take_toasts(page_view(run_commands(room, c.Pause(ADA)), BEN, HERE))[0]
    assert toast.to_json() == {
        "key": "pause",
        "say": (("Ada",), " paused the game."),
        "buttons": (("Resume", {"do": "resume"}),),
    }


def test_timeout_toasts_of_several_players_appear_one_at_a_time() -> None:
    game = a_game(3, clock=CLOCK)
    room = run_commands(game, expiry(game, BEN), expiry(game, CARLA), ms=20_000)
    assert standing(room) == ["Ben is out of time. [Add time] [Let a bot stand in]"]
    helped = run_commands(room, c.SetStandIn(ADA, BEN, "normal"), ms=21_000)
    assert standing(helped) == ["Carla is out of time. [Add time] [Let a bot stand in]"]
