"""Dock of a phone held sideways.

It opens by itself if the picture does not offer the choices, in every game."""

import pytest
from playwright.sync_api import FloatRect, expect

from engine import registry
from tests.browser.access import list_poses
from tests.browser.conftest import MakePlayer
from tests.browser.sample_tables import NO_ASK, Pose, open_pose, seat_as
from tests.browser.tables import ONE_GAME, start_table_with_remote

pytestmark = pytest.mark.browser

SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True}

WIDTHS = (568, 667, 844)

OFFERED = """() => [...document.querySelectorAll("#scene .is-choice")].some(spot => spot.checkVisibility())"""
"""Script for whether the picture offers a choice."""


def choose_poses(game: str) -> list[Pose]:
    """Return Ada's prompts in a game; in the daily run, one of each kind."""
    return [each for each in list_poses(game) if each.name not in NO_ASK]


@pytest.mark.slow("loads every kind of ask")
@pytest.mark.parametrize("game", registry.GAMES)
def test_sideways_phone_shows_choices_missing_from_the_picture(person: MakePlayer, game: str) -> None:
    ada = seat_as(person(**SIDEWAYS))
    found = set()
    for each in choose_poses(game):
        page = open_pose(ada, each)
        is_offered = page.evaluate(OFFERED)
        expect(page.locator("#dock-open")).to_be_checked(checked=not is_offered)
        # The answers to a bargain are in the bar itself.
        is_shown = not is_offered or each.name == "bid"
        expect(page.locator("#dock :is(.choices, .hand):visible").first).to_be_visible(visible=is_shown)
        found.add(is_offered)
    assert found == {True, False}


@pytest.mark.parametrize("game", ONE_GAME)
def test_opened_dock_does_not_cover_a_film(person: MakePlayer, game: str) -> None:
    ada = seat_as(person(**SIDEWAYS))
    page = open_pose(ada, choose_poses(game)[0])
    dock = page.locator("#dock-open")
    dock.set_checked(True)
    page.evaluate("document.dispatchEvent(new CustomEvent('signet:reveal'))")
    expect(dock).not_to_be_checked()


@pytest.mark.parametrize("game", registry.GAMES)
def test_seal_button_stays_in_place_when_others_seal(person: MakePlayer, game: str) -> None:
    ada, (other, _) = start_table_with_remote(person, "Maximiliane", "Bo", game=game)
    waiting, seal = ada.page.locator("#waiting"), ada.page.locator(".seal-button:visible")

    def places() -> list[FloatRect | None]:
        found = []
        for width in WIDTHS:
            ada.page.set_viewport_size({"width": width, "height": 375})
            found.append(seal.bounding_box())
        return found

    expect(waiting).to_contain_text("Maximiliane")
    before = places()
    other.choose()
    expect(waiting).not_to_contain_text("Maximiliane")
    assert places() == before
    assert None not in before
