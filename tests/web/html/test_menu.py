"""Menu in each phase: it holds only actions that its reader can do now."""

import re
from html import unescape

import pytest

from app.rooms import commands as c
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from engine.core.seats import Viewer
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, play_to_end, run_commands
from tests.web.untranslated import WORDS

RUNNING = a_game(3, watchers="public")
PAUSED = run_commands(RUNNING, c.Pause(ADA))
ROOMS = {"lobby": a_room(3), "playing": RUNNING, "paused": PAUSED, "finished": play_to_end(a_game(3))}
GO = "I have to go"
HOSTS = {"For hosts", "Lock the table", "New code and invite link", "Voice call link", "Save or delete this table"}


def render_menu(room: Room, viewer: Viewer) -> str:
    """Render the menu for the viewer."""
    return Regions(environment(WORDS), WORDS).part(page_view(room, viewer, frozenset({BEN})), "http://h", "menu") or ""


def rows(room: Room, viewer: Viewer = BEN) -> list[str]:
    """Return the texts of its rows in order."""
    return [unescape(each) for each in re.findall(r"<(?:b|h4)>(.*?)</(?:b|h4)>", render_menu(room, viewer))]


@pytest.mark.parametrize(
    ("phase", "first"),
    [
        ("lobby", ["I'm away"]),
        ("playing", [GO, "I'm away", "Let a bot stand in for me", "Pause the game"]),
        ("paused", ["Resume", "I'm away", "Let a bot stand in for me"]),
        ("finished", ["I'm away"]),
    ],
)
def test_first_is_how_one_goes_in_this_phase(phase: str, first: list[str]) -> None:
    own = {"Let a bot stand in for me", "Pause the game", "Resume", "I'm away", "I'm back", GO, "Take my seat back"}
    assert [each for each in rows(ROOMS[phase]) if each in own] == first


@pytest.mark.parametrize("room", [RUNNING, PAUSED], ids=["playing", "paused"])
def test_menu_shows_absent_player_return_buttons_and_no_leave_buttons(room: Room) -> None:
    gone = run_commands(room, c.GoAway(BEN, True), c.SetStandIn(BEN, BEN, "normal"))
    said = rows(gone)
    assert {"I'm back", "Take my seat back"} < set(said)
    assert not {GO, "I'm away", "Let a bot stand in for me"} & set(said)
    assert ("Pause the game" in said, "Resume" in said) == (room is RUNNING, room is PAUSED)


@pytest.mark.parametrize("phase", ROOMS)
def test_a_guest_reads_nothing_that_only_hosts_can_do(phase: str) -> None:
    room = ROOMS[phase]
    assert set(rows(room, ADA)) > HOSTS
    assert not (HOSTS | {"Clock and pace"}) & set(rows(room, CARLA))
    assert "Save this table" in rows(room, CARLA)
    assert ("Clock and pace" in rows(room, ADA)) == (phase in ("playing", "paused"))


@pytest.mark.parametrize("phase", ROOMS)
def test_what_belongs_to_a_game_is_there_while_one_runs(phase: str) -> None:
    is_running = phase in ("playing", "paused")
    for label in ("Instructions for my stand-in", "End or restart the game"):
        assert (label in rows(ROOMS[phase])) == is_running
    assert ("Keys: W" in render_menu(ROOMS[phase], BEN)) == (phase != "lobby")


def test_who_watches_finds_statistics_once_a_game_is_over() -> None:
    assert "Statistics" not in rows(RUNNING, None)
    assert "Statistics" in rows(play_to_end(a_game(3, watchers="public")), None)
