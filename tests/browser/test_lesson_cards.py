"""Cards of a lesson, the styles and light of its coach."""

import re
import time
from itertools import cycle, product

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from app.web.games import find_presenter
from engine import registry
from tests.browser.access import find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.pieces_on_page import AT_REST
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 740, "height": 360}
SIZES = (DESK, PHONE, {"width": 390, "height": 844}, SIDEWAYS)


WHEN_IT_CAME = """new MutationObserver(() => {
    const box = document.getElementById("coach");
    if (box) window.coachCame ??= getComputedStyle(box).position;
}).observe(document, { childList: true, subtree: true });"""
"""Init script that records the coach's style when it is put into the page."""

CUT_THROUGH = """() => {
    // a pawn is lit by its own shape
    const lit = [...document.querySelectorAll(".is-lit:not(.piece-pawn)")]
        .map(each => [each, each.getBoundingClientRect()]);
    const range = document.createRange(), found = [];
    const texts = document.createTreeWalker(document.getElementById("scene"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const parent = texts.currentNode.parentElement;
        const isSeen = parent.checkVisibility({ visibilityProperty: true }) && !parent.closest(".unseen, template");
        if (!texts.currentNode.data.trim() || !isSeen) continue;
        range.selectNodeContents(texts.currentNode);
        const text = range.getBoundingClientRect();
        for (const [element, box] of lit) {
            const isWithin = text.top >= box.top - 2 && text.bottom <= box.bottom + 2;
            const isCut = isWithin && [box.left, box.right].some(x => x > text.left + 1 && x < text.right - 1);
            if (isCut) found.push(`${texts.currentNode.data.trim()} by ${element.id || element.className}`);
        }
    }
    return found;
}"""
"""Script for figures and words of the table that an edge of the light crosses."""


def open_lesson(player: Player, game: str) -> Page:
    """Return the player's page in a lesson of a game, after its cards."""
    page = player.page
    cards = player.context.request.post(
        f"{player.url}/lesson", form={"game": game, "name": player.name}, headers={"origin": player.url}
    )
    assert cards.ok, cards.text()
    page.goto(cards.url.removesuffix("/lesson"))
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    return page


def wait_for_rest(page: Page) -> None:
    """Wait until nothing moves on the table and the fonts are loaded."""
    page.wait_for_function(AT_REST)
    page.wait_for_function("document.fonts.status === 'loaded'")


def find_coach_text(page: Page) -> Locator:
    """Return the element with the coach's sentence."""
    return page.locator("#coach:not([hidden]) .coach-says")


WHOLE_PICTURE = """() => {
    const [card, picture] = [".lesson-card", ".lesson-picture > *"].map(name => document.querySelector(name));
    const [{ width }, box] = [card.getBoundingClientRect(), picture.getBoundingClientRect()];
    const isBeside = innerHeight < 500;
    return picture.naturalWidth > 0 && Math.abs(box.width / box.height - 1.6) < .02
        && (isBeside ? box.width > width * .4 : Math.abs(box.width - width) < 1);
}"""
"""Script for whether the picture of a lesson's card is whole and of full width.

On a sideways phone it lies beside the text."""


@pytest.mark.parametrize(
    ("game", "size"), whole([*product(registry.GAMES, SIZES)], [*zip(cycle(registry.GAMES), SIZES, strict=False)])
)
def test_every_lesson_card_shows_its_whole_picture(person: MakePlayer, game: str, size: dict[str, int]) -> None:
    page = open_lesson(person(viewport=size, is_new=True, film="none"), game)
    lesson, seen = f"{page.url}/lesson", set()
    for number in range(1, len(find_presenter(game).lesson.cards) + 1):
        page.goto(f"{lesson}?card={number}")
        page.wait_for_load_state("load")
        assert page.evaluate(WHOLE_PICTURE), f"card {number}"
        assert has_no_overflow(page)
        assert page.get_by_role("link", name=re.compile("Next|Let's play")).is_visible()
        seen.add(page.locator(".lesson-picture img").get_attribute("src"))
    assert len(seen) == number


@pytest.mark.parametrize("game", registry.GAMES)
def test_lesson_cards_are_read_one_by_one(person: MakePlayer, game: str) -> None:
    player = person(viewport=PHONE, is_new=True, film="none")
    page = open_lesson(player, game)
    lesson = f"{page.url}/lesson"
    page.goto(lesson)
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    page.goto(lesson)
    while (more := page.get_by_role("link", name="Next", exact=True)).count():
        assert find_violations(page) == []
        assert has_no_overflow(page)
        expect(page.get_by_role("link", name="Skip", exact=True)).to_be_visible()
        more.click()
        page.wait_for_load_state()
    page.get_by_role("link", name="Let's play").click()
    player.wait_for_turn()


def delay(route: Route) -> None:
    """Delay the requests of this route behind all others."""
    time.sleep(0.7)
    route.continue_()


def test_coach_styles_load_before_its_text(person: MakePlayer) -> None:
    ada = person(viewport=PHONE, is_new=True, film="none", service_workers="block")
    ada.context.add_init_script(WHEN_IT_CAME)
    ada.context.route("**/css/coach.css*", delay)
    page = open_lesson(ada, "edel_stein_reich")
    expect(find_coach_text(page)).to_be_visible()
    assert page.evaluate("window.coachCame") == "fixed"
    # The browser logs that it was told to do without.
    ada.problems.remove("warning: Service Worker registration blocked by Playwright")


@pytest.mark.parametrize("game", registry.GAMES)
def test_light_crosses_no_figure(person: MakePlayer, game: str) -> None:
    """The light surrounds whole fields."""
    page = open_lesson(person(viewport=PHONE, is_new=True, film="none"), game)
    expect(find_coach_text(page)).to_be_visible()
    wait_for_rest(page)
    assert page.evaluate(CUT_THROUGH) == []
