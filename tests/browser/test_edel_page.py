"""Small things of Edel, Stein & Reich that were cut, collided or said two things at once."""

import pytest
from playwright.sync_api import ViewportSize, expect

from app.web.text.languages import LANGUAGES
from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.posed import go, pose, seat
from tests.browser.words import misfits, speaks

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
"""The words of cards that touch their frames."""

CUT_OFF = """() => [...document.querySelectorAll(".paper .table-scroll")]
    .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map(box => box.innerText.slice(0, 40))"""
"""Tables of the end of which a column is out of sight."""

COLLIDING = """() => {
    const names = [...document.querySelectorAll(".ties thead .name")].map(name => name.getBoundingClientRect());
    return names.slice(1).filter((name, at) => name.width > 2 && name.left < names[at].right).length;
}"""
"""How many names at the head of a table reach into the one before."""


def test_a_tablets_event_card_says_what_it_does(person: MakePlayer) -> None:
    ada = seat(person(viewport=TABLET))
    for language in LANGUAGES:
        look = speaks(ada, language, TABLET)
        page = go(ada, pose(GAME, "event_source"))
        expect(page.locator("#at-event .event-card small")).to_be_visible()
        assert misfits(page, look, "#at-event") == []


@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_no_words_of_a_card_touch_its_frame(person: MakePlayer, size: ViewportSize) -> None:
    ada = seat(person())
    found = []
    for language in ("de", "fr"):
        look = speaks(ada, language, size)
        found += [f"{look}: {each}" for each in go(ada, pose(GAME, "action")).evaluate(TOUCHING)]
    assert found == []


@pytest.mark.slow("a page in each of five languages")
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_tables_of_the_end_show_every_column(person: MakePlayer, size: ViewportSize) -> None:
    ada = seat(person())
    for language in LANGUAGES:
        look = speaks(ada, language, size)
        page = go(ada, pose(GAME, "finished"))
        expect(page.locator(".ties td").first).to_be_visible()
        page.evaluate("""() => document.querySelectorAll(".paper td").forEach(cell => { cell.textContent = "16"; })""")
        page.evaluate("""() => document.querySelectorAll(".paper .name")
            .forEach(name => { name.textContent = "Miss Euphemia-Sophie"; })""")
        assert page.evaluate(CUT_OFF) == [], look
        assert page.evaluate(COLLIDING) == 0, look


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_draw_the_gems_of_the_cards(person: MakePlayer, language: str) -> None:
    ada = person()
    speaks(ada, language, PHONE)
    ada.page.goto(f"{ada.url}/rules/{GAME}?all=yes")
    cards = ada.page.locator(".gem-code")
    expect(cards).to_have_count(30)
    expect(ada.page.locator(".gem-code .gem")).to_have_count(88)


def test_what_a_choice_brings_bears_a_coin(person: MakePlayer) -> None:
    """So that it is no second figure of what a scoring would pay."""
    ada = seat(person())
    page = go(ada, pose(GAME, "action"))
    page.locator("#prompt .choice").first.click()
    purse = page.locator(".row-own .place-purse[data-js-soon]")
    drawn = purse.evaluate("purse => getComputedStyle(purse, '::after').backgroundImage")
    assert drawn.startswith("radial-gradient")
