"""Levels of bots on the page: choices in the lobby and for a stand-in, in words.

A leaning has words too."""

import re
from html import unescape

import pytest

from app.rooms import commands as c
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.sentences import Speech
from engine.core.bots.levels import CHARACTERS
from engine.core.bots.past_actions import learns
from engine.core.seats import Viewer
from engine.registry import find
from tests.known import SHIPPED, get_for_game
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, run_commands
from tests.web.html.test_regions import BASE
from tests.web.untranslated import WORDS

LEVELS = {
    "easy": "easy",
    "normal": "normal",
    "strong": "strong",
    "strong_careful": "strong, careful",
    "strong_greedy": "strong, greedy",
    "strong_crook": "strong, sly",
}
SPEECH = Speech(WORDS)


@pytest.fixture
def levels(game: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Key of a game that has bots of all levels."""
    known = find(game)
    monkeypatch.setattr(type(known), "bots", dict.fromkeys(LEVELS, known.bots["normal"]))
    return game


def render_region(room: Room, viewer: Viewer, part: str) -> str:
    """Render the region for the viewer."""
    regions, page = Regions(environment(WORDS), WORDS), page_view(room, viewer, frozenset({BEN}))
    fetched = regions.part(page, BASE, part)
    return unescape(fetched if fetched is not None else regions.render_all(page, BASE)[part])


def list_levels(html: str) -> list[dict[str, str]]:
    """Return the options of each select of levels."""
    selects = re.findall(r'<select name="level".*?</select>', html, re.DOTALL)
    return [dict(re.findall(r'<option value="(\w+)"[^>]*>(.*?)</option>', each, re.DOTALL)) for each in selects]


def test_free_seat_offers_every_bot_level_and_preselects_normal(levels: str) -> None:
    html = render_region(a_room(2, game=levels), ADA, "chairs")
    lists = list_levels(html)
    assert lists and all(each == LEVELS for each in lists)
    assert html.count('<option value="normal" selected>') == len(lists)


def test_seated_bot_offers_every_level_and_marks_current_one(levels: str) -> None:
    html = render_region(run_commands(a_room(1, game=levels), c.SeatBot(ADA, BEN, "strong_crook")), ADA, "chairs")
    buttons = re.findall(r'<button name="level" value="(\w+)"[^>]*?( aria-current="true")?>(.*?)</button>', html)
    assert {level: said for level, _, said in buttons} == LEVELS
    assert [level for level, current, _ in buttons if current] == ["strong_crook"]


@pytest.mark.parametrize("character", CHARACTERS)
def test_everybody_reads_what_a_bot_with_a_character_is_like(levels: str, character: str) -> None:
    level = f"strong_{character}"
    said = SPEECH.manner(level, {})
    assert said.endswith(SPEECH.character(level))
    lobby = run_commands(a_room(2, game=levels), c.SeatBot(ADA, CARLA, level))
    running = run_commands(a_game(2, bots=1, game=levels), c.SetStandIn(BEN, BEN, level))
    for viewer in (ADA, BEN):
        assert said in render_region(lobby, viewer, "chairs") and f"bot, {LEVELS[level]}" in render_region(
            lobby, viewer, "chairs"
        )
        assert f"Stand-in: {LEVELS[level]}. {said}" in re.sub(r"\s+", " ", render_region(running, viewer, "more-1"))


def test_plain_bot_shows_its_manner_and_no_character(levels: str) -> None:
    leanings = [SPEECH.character(f"strong_{character}") for character in CHARACTERS]
    lobby = render_region(run_commands(a_room(1, game=levels), c.SeatBot(ADA, BEN, "strong")), ADA, "chairs")
    sheet = render_region(a_game(1, bots=1, game=levels), ADA, "more-1")
    assert not [each for each in leanings if each in lobby + sheet]
    assert SPEECH.manner("strong", {}) in lobby
    assert f"Bot: normal. {SPEECH.manner('normal', {})}" in re.sub(r"\s+", " ", sheet)


LEARNS = "It also watches how each of you likes to play."

DOES_LEARN = {"adel_verpflichtet": {"strong"}, "edel_stein_reich": set[str]()}
"""Plain levels that learn from earlier play, by game."""


@pytest.mark.parametrize("shipped", SHIPPED)
def test_learning_bot_says_that_it_learns_from_players(shipped: str) -> None:
    bots = find(shipped).bots
    learning = {level for level, bot in bots.items() if learns(bot)}
    assert learning == {level for level in bots if LEARNS in SPEECH.manner(level, bots)}
    assert learning & {"easy", "normal", "strong"} == get_for_game(DOES_LEARN, shipped)
    assert find(shipped).past_actions is not None or not learning
    for level in learning:
        room = run_commands(a_room(1, game=shipped), c.SeatBot(ADA, BEN, level))
        assert SPEECH.manner(level, bots) in render_region(room, ADA, "chairs")


def test_stand_in_offers_every_level_and_preselects_normal(levels: str) -> None:
    room = a_game(3, game=levels)
    for html in (
        render_region(room, BEN, "menu"),
        render_region(room, ADA, "hurry"),
        render_region(room, ADA, "more-1"),
    ):
        assert list_levels(html) and all(each == LEVELS for each in list_levels(html))
        assert html.count('<option value="normal" selected>') == len(list_levels(html))


def test_where_there_is_one_level_nobody_is_asked(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = find(game)
    monkeypatch.setattr(type(known), "bots", {"normal": known.bots["normal"]})
    for html in (render_region(a_room(2, game=game), ADA, "chairs"), render_region(a_game(2, game=game), BEN, "menu")):
        assert list_levels(html) == [] and '<input type="hidden" name="level" value="normal">' in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_other_words_for_each_level_and_character(language: str) -> None:
    speech = Speech(catalogue(language), language)
    assert len({speech.level(level) for level in LEVELS}) == len(LEVELS)
    assert len({speech.character(level) for level in LEVELS}) == len(CHARACTERS) + 1
    assert len({speech.manner(level, {}) for level in LEVELS}) == len(LEVELS)


def test_level_without_words_is_named_by_its_key() -> None:
    assert (SPEECH.level("grandmaster"), SPEECH.manner("grandmaster", {})) == ("grandmaster", "")
