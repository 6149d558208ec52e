"""Layout of Edel, Stein & Reich: no text is cut, collides or is ambiguous."""

import pytest
from playwright.sync_api import ViewportSize, expect

from app.web.text.languages import LANGUAGES
from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.words import find_misfits, set_language_and_size

pytestmark = pytest.mark.browser

GAME = "edel_stein_reich"

TOUCHING = """() => [...document.querySelectorAll("#prompt .offer-card")].flatMap(card => {
    const range = document.createRange(), edge = card.getBoundingClientRect();
    return [...card.querySelectorAll("small, .figure, b")].filter(each => each.checkVisibility()).filter(each => {
        range.selectNodeContents(each);
        return [...range.getClientRects()].some(({ left, right, width }) =>
            width > 2 && (left < edge.left + 3 || right > edge.right - 3));
    }).map(each => each.textContent);
})"""
"""Script for words of cards that touch their frames."""

CUT_OFF = """() => [...document.querySelectorAll(".paper .table-scroll")]
    .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map(box => box.innerText.slice(0, 40))"""
"""Script for tables of the end with a column out of sight."""

COLLIDING = """() => {
    const names = [...document.querySelectorAll(".ties thead .name")].map(name => name.getBoundingClientRect());
    return names.slice(1).filter((name, at) => name.width > 2 && name.left < names[at].right).length;
}"""
"""Script for the number of names in a table's head that overlap."""


def test_event_card_says_its_effect_on_a_tablet(person: MakePlayer) -> None:
    ada = seat_as(person(viewport=TABLET))
    for language in LANGUAGES:
        look = set_language_and_size(ada, language, TABLET)
        page = open_pose(ada, get_pose(GAME, "event_source"))
        expect(page.locator("#at-event .event-card small")).to_be_visible()
        assert find_misfits(page, look, "#at-event") == []


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_words_of_cards_do_not_touch_frames(person: MakePlayer, size: ViewportSize) -> None:
    ada = seat_as(person())
    found = []
    for language in ("de", "fr"):
        look = set_language_and_size(ada, language, size)
        found += [f"{look}: {each}" for each in open_pose(ada, get_pose(GAME, "action")).evaluate(TOUCHING)]
    assert found == []


@pytest.mark.slow("a page in each of five languages")
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_tables_of_the_end_show_every_column(person: MakePlayer, size: ViewportSize) -> None:
    ada = seat_as(person())
    for language in LANGUAGES:
        look = set_language_and_size(ada, language, size)
        page = open_pose(ada, get_pose(GAME, "finished"))
        expect(page.locator(".ties td").first).to_be_visible()
        page.evaluate("""() => document.querySelectorAll(".paper td").forEach(cell => { cell.textContent = "16"; })""")
        page.evaluate("""() => document.querySelectorAll(".paper .name")
            .forEach(name => { name.textContent = "Miss Euphemia-Sophie"; })""")
        assert page.evaluate(CUT_OFF) == [], look
        assert page.evaluate(COLLIDING) == 0, look


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_show_the_gems_of_the_cards(person: MakePlayer, language: str) -> None:
    ada = person()
    set_language_and_size(ada, language, PHONE)
    ada.page.goto(f"{ada.url}/rules/{GAME}?all=yes")
    cards = ada.page.locator(".gem-code")
    expect(cards).to_have_count(30)
    expect(ada.page.locator(".gem-code .gem")).to_have_count(88)


def test_gain_of_a_choice_has_a_coin(person: MakePlayer) -> None:
    """The coin tells it from the points of a scoring."""
    ada = seat_as(person())
    page = open_pose(ada, get_pose(GAME, "action"))
    page.locator("#prompt .choice").first.click()
    purse = page.locator(".row-own .place-purse[data-js-soon]")
    drawn = purse.evaluate("purse => getComputedStyle(purse, '::after').backgroundImage")
    assert drawn.startswith("radial-gradient")
