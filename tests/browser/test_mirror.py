"""Mirror of a finished game, by clicks.

The way leads from the end of the game to the costliest choice, into the replay with its chances, and back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import find_faults, looks
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.pieces_on_page import choose_film
from tests.browser.sample_tables import get_pose, seat_as
from tests.browser.tables import ONE_GAME
from tests.browser.words import delay_films, find_misfits, list_languages_and_sizes, set_language_and_size
from tests.whole import WHOLE, whole
from tools.player import Player

pytestmark = pytest.mark.browser

GAMES = ("adel_verpflichtet", "edel_stein_reich")
MADE_MS = 900_000
SEE = ".dearest .see"


def open_mirror(player: Player, game: str) -> Page:
    """Open Ada's mirror of the finished game and wait for it."""
    page = seat_as(player).page
    page.goto(f"{player.url}/r/{get_pose(game, 'finished').code}/mirror")
    expect(page.locator("#course-title")).to_be_visible(timeout=MADE_MS)
    return page


@pytest.mark.slow("has a mirror made")
@pytest.mark.parametrize("game", GAMES)
def test_mirror_leads_to_a_costly_choice_and_back(person: MakePlayer, game: str) -> None:
    ada = seat_as(person())
    page = ada.page
    page.goto(f"{ada.url}/r/{get_pose(game, 'finished').code}")
    page.locator("#end a.button", has_text="Your mirror").click()
    expect(page.locator("#course-title")).to_be_visible(timeout=MADE_MS)
    costly = page.locator(".dearest > ol > li").first
    chosen = costly.locator(".is-own .bar-said").inner_text()
    costly.locator(".see").click()
    choose_film(page, "fast")
    own = page.locator("#chances ul:not([hidden]) .is-own")
    expect(own).to_be_in_viewport()
    expect(own).to_contain_text(chosen)
    page.get_by_role("link", name="Back to your mirror").click()
    expect(page.locator("#course-title")).to_be_visible()
    assert ada.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_chances_follow_the_stops_and_the_table_stays(person: MakePlayer, game: str) -> None:
    page = open_mirror(person(viewport=PHONE), game)
    page.locator(SEE).first.click()
    expect(page.locator("#slider[aria-valuetext]")).to_be_attached()
    asks = {each.get_attribute("data-ask") for each in page.locator("#chances [data-ask]").all()}
    places = set()
    seen: set[bool] = set()
    for _ in range(whole(30, 12)):
        ask = (page.url.partition("at=")[2]).split(".")[0]
        shown = page.locator("#chances [data-ask]:not([hidden])")
        if ask in asks:
            expect(shown).to_have_attribute("data-ask", ask)
            expect(page.locator("#no-chances")).to_be_hidden()
        else:
            expect(shown).to_have_count(0)
            expect(page.locator("#no-chances")).to_be_visible()
        seen.add(ask in asks)
        box = page.locator("#scene").bounding_box()
        assert box is not None
        places.add((box["y"], box["height"]))
        assert "mirror=1" in page.url
        if not page.locator("#way-on[href]").count():
            break
        before = page.url
        page.keyboard.press("ArrowRight")
        expect(page).not_to_have_url(before)
    assert True in seen
    assert len(places) == 1


@pytest.mark.parametrize("game", ONE_GAME)
def test_mirror_appears_without_scripts(person: MakePlayer, game: str) -> None:
    ada = seat_as(person())
    browser = ada.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, storage_state=ada.context.storage_state())
    page = context.new_page()
    page.goto(f"{ada.url}/r/{get_pose(game, 'finished').code}/mirror")
    expect(page.locator("#course-title")).to_be_visible(timeout=MADE_MS)
    page.locator(SEE).first.click()
    expect(page.locator("#chances ul:not([hidden]) .is-own")).to_be_visible()
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#chances")).to_be_visible()
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_mirror_pages_break_no_rule(person: MakePlayer, game: str) -> None:
    page = open_mirror(person(), game)
    first = 2 * GAMES.index(game)
    found = find_faults(page, "mirror", looks(first))
    page.locator(SEE).first.click()
    expect(page.locator("#slider[aria-valuetext]")).to_be_attached()
    if WHOLE or not first:
        # These pages look alike in all games.
        found += find_faults(page, "chances", looks(first + 1))
    assert found == []


@pytest.mark.slow("draws two pages in several languages")
@pytest.mark.parametrize("game", GAMES)
def test_mirror_pages_have_whole_words(person: MakePlayer, game: str) -> None:
    ada = person()
    delay_films(ada)
    open_mirror(ada, game)
    found = []
    room = f"{ada.url}/r/{get_pose(game, 'finished').code}"
    for language, size in list_languages_and_sizes(game):
        look = set_language_and_size(ada, language, size)
        ada.page.goto(f"{room}/mirror")
        path = ada.page.locator(SEE).first.get_attribute("href")
        assert path is not None
        found += find_misfits(ada.page, f"mirror {look}", ".mirror")
        ada.page.goto(f"{ada.url}{path}")
        found += find_misfits(ada.page, f"chances {look}", "#chances > h2")
        assert re.search(r"mirror=1", ada.page.url)
    assert found == []
