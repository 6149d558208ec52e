"""The dock of a phone held sideways: it opens by itself where the picture does not offer what is asked, in every
game."""

import pytest
from playwright.sync_api import FloatRect, expect

from engine import registry
from tests.browser.access import of_every_kind
from tests.browser.conftest import MakePlayer
from tests.browser.posed import NO_ASK, Pose, go, seat
from tests.browser.tables import ONE_GAME, table_with_remote

pytestmark = pytest.mark.browser

SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True}

WIDTHS = (568, 667, 844)

OFFERED = """() => [...document.querySelectorAll("#scene .is-choice")].some(spot => spot.checkVisibility())"""
"""Whether something in the picture can be chosen."""


def asks(game: str) -> list[Pose]:
    """All that Ada is asked in that game; every day each kind of it once."""
    return [each for each in of_every_kind(game) if each.name not in NO_ASK]


@pytest.mark.slow("loads every kind of ask")
@pytest.mark.parametrize("game", registry.GAMES)
def test_on_its_side_a_phone_shows_the_choices_that_the_picture_has_not(person: MakePlayer, game: str) -> None:
    ada = seat(person(**SIDEWAYS))
    found = set()
    for each in asks(game):
        page = go(ada, each)
        is_offered = page.evaluate(OFFERED)
        expect(page.locator("#dock-open")).to_be_checked(checked=not is_offered)
        # the ways to answer a bargain stand in the bar itself
        is_shown = not is_offered or each.name == "bid"
        expect(page.locator("#dock :is(.choices, .hand):visible").first).to_be_visible(visible=is_shown)
        found.add(is_offered)
    assert found == {True, False}


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_film_is_not_covered_by_the_opened_dock(person: MakePlayer, game: str) -> None:
    ada = seat(person(**SIDEWAYS))
    page = go(ada, asks(game)[0])
    dock = page.locator("#dock-open")
    dock.set_checked(True)
    page.evaluate("document.dispatchEvent(new CustomEvent('signet:reveal'))")
    expect(dock).not_to_be_checked()


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_seal_stays_where_it_is_whoever_else_has_sealed(person: MakePlayer, game: str) -> None:
    ada, (other, _) = table_with_remote(person, "Maximiliane", "Bo", game=game)
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
