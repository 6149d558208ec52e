"""Whole games of Edel, Stein & Reich by clicks, and bids by taps and keys."""

import re
from itertools import cycle, product

import pytest
from playwright.sync_api import Page, Position, expect

from tests.browser.conftest import MakePlayer
from tests.browser.sample_tables import get_pose, get_pose_before_bid, open_pose, seat_as
from tests.browser.tables import AT_ONCE, play_to_end, start_table
from tests.whole import WHOLE, whole
from tools.player import play

GAME = "edel_stein_reich"

CORNER: Position = {"x": 5, "y": 5}
"""Position within a place where no piece lies."""

SIZES = ((568, 320), (667, 375), (740, 360), (844, 390))
LOCALES = ("en-GB", "nl-NL")
EVERY_SIDEWAYS = [*product(LOCALES, SIZES)]

pytestmark = pytest.mark.browser


@pytest.mark.slow("three pages are open for a game")
@pytest.mark.skipif(not WHOLE, reason="every day two people play")
def test_three_people_and_bots_play_to_the_end(person: MakePlayer) -> None:
    players = start_table(person, "Ada", "Ben", "Carla", phone="Carla", bots=2, game=GAME)
    play_to_end(players, GAME, "clicks")
    for player in players:
        expect(player.page.locator("#end-title")).to_contain_text(re.compile(r"wins!|share the win!"))
        expect(player.page.locator(".rank").nth(2)).to_be_visible()
        expect(player.page.locator(".rank .source").first).to_be_visible()
    players[0].page.get_by_role("button", name="Play again", exact=True).click()
    for player in players:
        expect(player.page.locator("[data-seal]")).to_be_visible()


@pytest.mark.slow("two pages are open for a game")
def test_two_people_play_to_the_end(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", game=GAME)
    play([ada, ben], until="guess")
    guesser = ada if ada.kind == "guess" else ben
    sealer = ben if guesser is ada else ada
    for player in (sealer, guesser):
        expect(player.page.locator(".place-slot .piece-action")).to_be_visible()
        expect(player.page.locator(".place-rail .piece-action")).to_have_count(0)
    expect(sealer.page.locator(".place-slot .peek")).to_be_visible()
    expect(guesser.page.locator(".peek")).to_have_count(0)
    play_to_end([ada, ben], GAME, "bargain")
    expect(ben.page.locator(".rank")).to_have_count(2)


def read_bid(page: Page) -> str:
    """Return the page's text on the gems of the bid."""
    return page.locator("[data-compose-says]").inner_text()


def test_bid_in_progress_says_what_is_missing(person: MakePlayer) -> None:
    page = open_pose(seat_as(person()), get_pose(GAME, "bid"))
    seal = page.locator(".seal-button")
    expect(seal).to_be_disabled()
    page.locator("[data-pick-best]").click()
    expect(seal).to_be_enabled()
    assert "Beats their offer" in read_bid(page)
    laid = page.locator("#pan-laid .gem")
    many = laid.count()
    # The player's pan gives back its last gem; the heaps of the tray add one each.
    pan = page.locator(".place-pan.is-choice")
    pan.click(position=CORNER)
    expect(laid).to_have_count(many - 1)
    expect(seal).to_be_disabled()
    page.locator(".place-tray.is-choice").first.click(position=CORNER)
    expect(laid).to_have_count(many)
    page.locator("[data-out]").check(force=True)
    expect(seal).to_be_enabled()
    expect(laid).to_have_count(0)
    expect(pan).to_have_count(0)
    assert read_bid(page) == "Accept."


def test_bid_is_built_before_the_first_message(person: MakePlayer) -> None:
    ada = seat_as(person())
    ada.page.route_web_socket("**/*", lambda socket: None)
    ada.page.goto(f"{ada.url}/r/{get_pose(GAME, 'bid').code}")
    seal = ada.page.locator(".seal-button")
    expect(seal).to_be_disabled()
    ada.page.locator("[data-pick-best]").click()
    expect(seal).to_be_enabled()
    expect(ada.page.locator("#pan-laid .gem")).not_to_have_count(0)


def expect_fully_visible(page: Page, *parts: str) -> None:
    """Expect that all of these are fully visible."""
    for part in parts:
        assert page.locator(part).count(), part
        for each in page.locator(part).all():
            expect(each).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(("locale", "size"), whole(EVERY_SIDEWAYS, [*zip(cycle(LOCALES), SIZES, strict=False)]))
def test_bid_is_built_on_a_sideways_phone_without_scrolling(
    person: MakePlayer, locale: str, size: tuple[int, int]
) -> None:
    ada = seat_as(person(viewport={"width": size[0], "height": size[1]}, has_touch=True, locale=locale))
    page = open_pose(ada, get_pose(GAME, "bid"))
    seal, wells = page.locator(".seal-button"), page.locator(".place-tray.is-choice")
    expect_fully_visible(page, ".prompt-head h2", ".seal-button", ".place-tray.is-choice", ".place-pan:has(.heap)")
    assert wells.count() > 1
    # The prompt covers the picture on demand, and uncovers it again.
    page.locator("#dock-open").tap()
    page.locator("[data-pick-best]").tap()
    expect(seal).to_be_enabled()
    expect_fully_visible(page, ".prompt-head h2", "[data-compose-says]", ".ways-out .card", ".seal-button")
    page.locator("#dock-open").tap()
    expect(page.locator("[data-compose-says]")).not_to_be_visible()
    expect_fully_visible(page, ".place-pan.is-choice", "#pan-laid .gem")
    page.locator(".place-pan.is-choice").tap(position=CORNER)
    expect(seal).to_be_disabled()
    wells.first.tap(position=CORNER)
    expect(seal).to_be_enabled()


@pytest.mark.parametrize("width", [820, 1100, 1440])
def test_bargain_covers_no_other_part_of_the_table(person: MakePlayer, width: int) -> None:
    ada = seat_as(person(viewport={"width": width, "height": 900}, locale="de-DE"))
    page = open_pose(ada, get_pose(GAME, "bid"))
    expect(page.locator(".scales")).to_be_visible()
    covered = page.evaluate("""() => {
      const box = document.querySelector(".scales").getBoundingClientRect();
      const parts = [...document.querySelectorAll("#world .piece-event, .place-event-pile, .station, .case, .tray-of")];
      if (parts.length < 8) return ["nothing to cover"];
      return parts.filter(part => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      }).map(part => part.className);
    }""")
    assert covered == []


def test_bid_is_built_by_keys(person: MakePlayer) -> None:
    page = open_pose(seat_as(person()), get_pose_before_bid())
    keys = page.keyboard
    expect(page.locator("[data-standing='']")).to_have_count(0)
    page.locator(".skip").focus()
    for _ in range(60):
        keys.press("Tab")
        if page.evaluate("document.activeElement.matches('.step-more')"):
            break
    ask = page.locator("#phase").get_attribute("data-ask")
    for _ in range(20):
        if page.locator(".seal-button").is_enabled():
            break
        before = page.locator(".step-more [data-left]").all_inner_texts()
        keys.press("ArrowUp")
        if page.locator(".step-more [data-left]").all_inner_texts() == before:
            keys.press("Tab")
    expect(page.locator(".seal-button")).to_be_enabled()
    while not page.evaluate("document.activeElement.matches('.seal-button')"):
        keys.press("Tab")
    keys.press("Enter")
    expect(page.locator(f"#phase[data-ask='{ask}'][data-turn='yes']")).to_have_count(0)


@pytest.mark.slow("every card is a page of its own")
def test_turn_is_played_without_javascript(person: MakePlayer) -> None:
    ada = person("Ada", java_script_enabled=False)
    page = ada.page
    page.goto(ada.url)
    box = page.locator(f".box:has([value='{GAME}'])")
    page.get_by_label("Your name").fill("Ada")
    box.get_by_role("button", name="Play with friends").click()
    page.locator("#options-pace summary").click()
    for key, value in AT_ONCE.items():
        page.locator(f"#option-{key}").select_option(value)
    page.get_by_role("button", name="Save").click()
    for _ in range(2):
        page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Start with 3 players").click()
    was_listed = False
    for _ in range(200):
        # A press waits only for the start of the answer.
        page.wait_for_load_state()
        if "Round 2" in page.locator("#stage").inner_text() or was_listed:
            break
        if page.locator("noscript select, select[name=choice]").count():
            was_listed = True
            page.locator(".seal-button").click()
        elif page.locator("[data-seal]").count():
            page.locator("[data-seal] .choice").first.click()
            page.locator(".seal-button").click()
        else:
            page.reload()
    assert was_listed
    expect(page.locator("#stage")).to_contain_text("Round")
    expect(page.get_by_role("alert")).to_have_count(0)
