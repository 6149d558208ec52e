"""What-if by clicks: from a stop of the replay to another choice and back.

The tests run with and without scripts, in every language and size."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.access import find_faults, looks
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.pieces_on_page import choose_film
from tests.browser.sample_tables import get_pose, seat_as
from tests.browser.tables import ONE_GAME
from tests.browser.test_replay import wait_for_server_picture
from tests.browser.test_scene import MOVING
from tests.browser.words import delay_films, find_misfits, list_languages_and_sizes, set_language_and_size
from tests.whole import WHOLE, whole
from tools.player import Player

pytestmark = pytest.mark.browser

CHOSEN = ".what-if-choices"
CHOICES = f"{CHOSEN} > button"


def open_at_choice(player: Player, game: str, at: int = 1) -> Page:
    """Open the replay of a finished game at Ada's first choice from a reveal on."""
    page = seat_as(player).page
    page.goto(f"{player.url}/r/{get_pose(game, 'finished').code}/replay?perspective=0&at={at}")
    choose_film(page, "fast")
    expect(page.locator("#slider[aria-valuetext]")).to_be_attached()
    asked = page.locator("#what-if[href]")
    while not asked.count():
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(50)
    return page


def choose_other(page: Page, place: int = 1) -> None:
    """Choose an option that was not chosen in the game."""
    page.get_by_role("link", name="What if…").click()
    expect(page.locator(CHOICES).first).to_contain_text("really chosen")
    page.locator(CHOICES).nth(place).click()
    expect(page.locator(".what-if-result")).to_be_visible()


@pytest.mark.slow("plays a film through")
@pytest.mark.parametrize("game", registry.GAMES)
def test_other_choice_shows_film_end_and_way_back(person: MakePlayer, game: str) -> None:
    """The daily run has reduced motion here, and motion in the real replay."""
    ada = person(**(MOVING if WHOLE else {}))
    page = open_at_choice(ada, game)
    before = page.locator("#where").inner_text()
    choose_other(page)
    told = page.locator(".what-if-result")
    expect(told).to_contain_text("What if ")
    expect(told).to_contain_text("in fact:")
    # It plays to the end by itself.
    expect(page.locator("#what-if-ends")).to_have_attribute("open", "", timeout=60_000)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#what-if-ends tbody tr")).not_to_have_count(0)
    wait_for_server_picture(page)
    for _ in range(whole(1_000, 4)):
        if not page.locator("#way-back[href]").count():
            break
        page.keyboard.press("ArrowLeft")
        wait_for_server_picture(page)
    page.get_by_role("link", name="What really happened").filter(visible=True).last.click()
    expect(page.locator(".what-if-result")).to_have_count(0)
    round_of = re.compile(r"Round \d+")
    found = round_of.search(before)
    assert found is not None
    expect(page.locator("#where")).to_contain_text(found[0])
    assert ada.problems == []


def test_link_follows_the_stops_and_keeps_the_focus(person: MakePlayer) -> None:
    page = open_at_choice(person(), "edel_stein_reich")
    asks = (page.locator("#what-if").get_attribute("data-asks") or "").split()
    link, seen = page.locator("#what-if"), set()
    link.focus()
    for _ in range(whole(40, 25)):
        page.keyboard.press("ArrowRight")
        # Playwright learns of a new address a moment after the page.
        ask = page.evaluate("new URLSearchParams(location.search).get('at')").split(".")[0]
        expect(link).to_be_focused()
        if ask in asks:
            expect(link).to_have_attribute("href", re.compile(rf"if={ask}$"))
        else:
            expect(link).to_have_attribute("aria-disabled", "true")
        seen.add(ask in asks)
    assert seen == {True, False}


@pytest.mark.parametrize("game", ONE_GAME)
def test_what_if_works_by_links_without_scripts(person: MakePlayer, game: str) -> None:
    ada = person()
    at = f"{ada.url}/r/{get_pose(game, 'finished').code}/replay?perspective=0&at=1.0"
    browser = seat_as(ada).context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, storage_state=ada.context.storage_state())
    page = context.new_page()
    page.goto(at)
    choose_other(page)
    first = page.locator("#where").inner_text()
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#where")).not_to_have_text(first, use_inner_text=True)
    expect(page.locator(".what-if-result")).to_be_visible()
    page.get_by_text("How it ends").click()
    expect(page.locator("#what-if-ends tbody tr").first).to_be_visible()
    page.get_by_role("link", name="Choose again").click()
    expect(page.locator(CHOICES).first).to_be_visible()
    page.get_by_role("link", name="What really happened").last.click()
    expect(page.locator("#what-if")).to_be_visible()
    context.close()


@pytest.mark.slow("tries all rules on two pages")
@pytest.mark.parametrize("game", registry.GAMES)
def test_what_if_pages_break_no_rule(person: MakePlayer, game: str) -> None:
    ada = person()
    page = open_at_choice(ada, game)
    place = list(registry.GAMES).index(game)
    found = []

    def look(what: str, turn: int) -> None:
        # In the daily run, each game has two of the four pages.
        if WHOLE or turn % 2 == place % 2:
            found.extend(find_faults(page, what, looks(2 * place + turn)))

    look("replay", 0)
    page.get_by_role("link", name="What if…").click()
    look("choices", 1)
    page.locator(CHOICES).nth(1).click()
    expect(page.locator("#what-if-ends")).to_have_attribute("open", "", timeout=60_000)
    look("told", 2)
    page.goto(f"{ada.url}/r/{get_pose(game, 'finished').code}/replay?perspective=public&if=1")
    look("whose", 3)
    assert found == []


@pytest.mark.slow("draws three pages in several languages")
@pytest.mark.parametrize("game", registry.GAMES)
def test_what_if_pages_have_whole_words(person: MakePlayer, game: str) -> None:
    ada = seat_as(person())
    delay_films(ada)
    found = []
    room = f"{ada.url}/r/{get_pose(game, 'finished').code}/replay?perspective=0"
    for language, size in list_languages_and_sizes(game):
        look = set_language_and_size(ada, language, size)
        ada.page.goto(f"{room}&at=1.0")
        found += find_misfits(ada.page, f"replay {look}", ".past-acts")
        ada.page.goto(f"{room}&if=1")
        found += [
            each for part in (".what-if-asks", CHOSEN) for each in find_misfits(ada.page, f"choices {look}", part)
        ]
        ada.page.locator(CHOICES).nth(1).click()
        expect(ada.page.locator(".what-if-result")).to_be_visible()
        # After scrolling, the part is in sight as well.
        ada.page.set_viewport_size({"width": size["width"], "height": 2_000})
        ada.page.locator("#what-if-ends").evaluate("ends => { ends.open = true; }")
        found += find_misfits(ada.page, f"told {look}", ".what-if-result")
    assert found == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_table_stays_in_sight_on_a_phone(person: MakePlayer, game: str) -> None:
    page = open_at_choice(person(viewport=PHONE), game)
    choose_other(page)
    for part in ("#scene", "#film", "#ways", ".what-if-result"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["height"] > 40, part
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] + 1, part
    scene, dock = page.locator("#scene").bounding_box(), page.locator("#dock").bounding_box()
    assert scene is not None and dock is not None
    assert scene["height"] > 200
    assert dock["y"] + dock["height"] <= PHONE["height"] + 1
