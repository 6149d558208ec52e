"""Why-sentences, coach and lessons in a browser, on desktop and phone, by keys."""

import re
from importlib import import_module
from itertools import cycle, product

import pytest
from playwright.sync_api import Locator, Page, expect

from app.web.text.languages import LANGUAGES, catalogue
from engine import registry
from tests.browser.access import find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.pieces_on_page import AT_REST
from tests.browser.sheets import find_row
from tests.browser.tables import start_table
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 740, "height": 360}
SIZES = (DESK, PHONE, {"width": 390, "height": 844}, SIDEWAYS)
CHOICES = whole(5, 3)
"""Number of choices into a lesson at which every sentence is checked."""

ASKED = ("#prompt .prompt-head h2", "#prompt .seal-button", "#hand .piece, #prompt .choices")
IN_SIGHT = """names => names.every(name => {
    const isDrawn = each => each.checkVisibility({ visibilityProperty: true });
    const part = [...document.querySelectorAll(name)].find(isDrawn);
    const box = part?.getBoundingClientRect();
    const at = part && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !part && innerHeight < 500 && !name.includes("h2")
        || box.top >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1 && !at?.closest("#coach");
})"""
"""Script for whether prompt, hand and seal button are on screen and uncovered.

On a sideways phone the hand is in a drawer."""

RINGED = """() => {
    const box = document.getElementById("coach");
    const found = [...document.querySelectorAll(".is-lit")].filter(part => {
        const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isIn = x > 0 && x < innerWidth && y > 0 && y < innerHeight && right > left && bottom > top;
        return isIn && (box.contains(part) || !document.elementFromPoint(x, y)?.closest("#coach"));
    });
    return found.length;
}"""
"""Script for the number of ringed parts in sight, not below the coach's card."""

CUT = """([next, sentences]) => {
    const box = document.getElementById("coach"), says = box.querySelector(".coach-says");
    const button = box.querySelector("[data-next]");
    button.hidden = false;
    button.textContent = next;
    return sentences.filter(sentence => {
        says.textContent = sentence;
        dispatchEvent(new Event("resize"));
        const [text, card] = [document.createRange(), box.getBoundingClientRect()];
        text.selectNodeContents(says);
        const { top, bottom } = text.getBoundingClientRect();
        return says.scrollHeight > says.clientHeight + 2 || top < card.top - 1 || bottom > card.bottom + 1;
    });
}"""
"""Script for sentences cut by the coach's card, with the next-button beside them."""


PLACES = """() => [...document.querySelectorAll(".place, .piece.is-own, #prompt .choice, .seal-button")]
    .map(part => { const { x, y, width } = part.getBoundingClientRect(); return [part.id, x, y, width].join(" "); })"""
"""Script for the positions of everything that no other player moves."""


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


@pytest.mark.parametrize(
    ("game", "size"), whole([*product(registry.GAMES, SIZES)], [*zip(cycle(registry.GAMES), SIZES, strict=False)])
)
def test_coach_shows_one_sentence_and_moves_nothing(person: MakePlayer, game: str, size: dict[str, int]) -> None:
    page = open_lesson(person(viewport=size, is_new=True, film="none"), game)
    expect(find_coach_text(page)).to_have_text(re.compile(r"\.$"))
    wait_for_rest(page)
    first = find_coach_text(page).inner_text()
    assert find_violations(page) == []
    assert has_no_overflow(page)
    assert page.evaluate(IN_SIGHT, ASKED)
    expect(page.locator(".is-lit")).not_to_have_count(0)
    before = page.evaluate(PLACES)
    page.locator("#coach").get_by_role("button", name="Hide the coach").click()
    expect(find_coach_text(page)).to_be_hidden()
    assert page.locator(".is-lit").count() == 0
    assert page.evaluate(PLACES) == before
    # A sentence is never repeated.
    assert first
    page.locator("#coach").get_by_role("button", name="Show the coach").press("Enter")
    expect(find_coach_text(page)).not_to_have_text(first, use_inner_text=True)


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_sentence_rings_its_subject(person: MakePlayer, game: str) -> None:
    ada = person(viewport=PHONE, is_new=True, film="none")
    page = open_lesson(ada, game)
    more = page.locator("#coach").get_by_role("button", name="Next")
    told: set[str] = set()
    for _ in range(CHOICES):
        ada.wait_for_turn()
        expect(find_coach_text(page)).to_have_text(re.compile(r"\w"))
        wait_for_rest(page)
        while True:
            said = find_coach_text(page).inner_text()
            told.add(said)
            # the ring follows the sentence by a frame
            page.wait_for_function(RINGED)
            assert page.evaluate(IN_SIGHT, ASKED), said
            if not more.is_visible():
                break
            more.click()
            expect(find_coach_text(page)).not_to_have_text(said, use_inner_text=True)
        ada.choose()
    assert len(told) > CHOICES


@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][:1]))
def test_coach_explains_sealing_until_the_first_seal(person: MakePlayer, game: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", bots=1, game=game, settings={"is_new": True})
    page = ada.page
    more = page.locator("#coach").get_by_role("button", name="Next")
    ada.wait_for_turn()
    expect(find_coach_text(page)).to_have_text(re.compile(r"\w"))
    while more.is_visible():
        said = find_coach_text(page).inner_text()
        more.click()
        expect(find_coach_text(page)).not_to_have_text(said, use_inner_text=True)
    ada.pick()
    expect(find_coach_text(page)).to_contain_text("Seal")
    ben.wait_for_turn()
    ben.pick()
    ben.seal()
    expect(page.locator("#seat-1")).to_have_attribute("data-state", "sealed")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(find_coach_text(page)).to_contain_text("Seal")


@pytest.mark.parametrize("game", registry.GAMES)
def test_coach_sentences_fit_a_small_phone_in_every_language(person: MakePlayer, game: str) -> None:
    page = open_lesson(person(viewport=PHONE, is_new=True, film="none"), game)
    expect(find_coach_text(page)).to_be_visible()
    wait_for_rest(page)
    lines = import_module(f"app.web.games.{game}.lesson").LINES
    sentences = [line.says for phase in lines.values() for line in phase]
    for language in LANGUAGES:
        said = catalogue(language).gettext
        cut = page.evaluate(CUT, [said("Next"), [*map(said, sentences)]])
        assert cut == [], f"in {language}"


def test_coach_points_at_the_seal_button(person: MakePlayer) -> None:
    ada = person(is_new=True, film="none")
    page = open_lesson(ada, "adel_verpflichtet")
    ada.wait_for_turn()
    expect(find_coach_text(page)).to_be_visible()
    ada.pick()
    expect(find_coach_text(page)).to_have_text("Press Seal: your choice stays secret until everyone has sealed.")
    expect(page.locator(".seal-button")).to_have_class(re.compile("is-lit"))


def test_coach_opens_in_a_first_game_then_on_demand(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", bots=1, settings={"is_new": True})
    for player in (ada, ben):
        expect(find_coach_text(player.page)).to_have_text("The pawn that is furthest along the track at the end wins.")
    # The same device is now at another table.
    start_table(lambda *_args, **_settings: ada, "Ada", bots=2)
    page = ada.page
    ada.wait_for_turn()
    expect(page.locator("#coach")).to_have_count(0)
    # On demand it has the sentences that it has not shown yet.
    find_row(page, "Settings").click()
    page.get_by_role("button", name="Show the coach").click()
    expect(find_coach_text(page)).to_be_visible()


@pytest.mark.slow("three rounds are played")
def test_coach_folds_after_three_rounds(person: MakePlayer) -> None:
    ada, *_ = start_table(person, "Ada", bots=2, settings={"is_new": True})
    expect(find_coach_text(ada.page)).to_be_visible()
    for _ in range(40):
        ada.wait_for_turn()
        if ada.page.locator("#phase[data-round='4']").count() and ada.kind != "location":
            break
        ada.choose()
    expect(ada.page.locator("#coach")).to_have_class(re.compile("is-folded"))
    expect(ada.page.locator("#coach").get_by_role("button", name="Show the coach")).to_be_visible()


def test_clause_opens_by_keyboard_and_returns_the_focus(person: MakePlayer) -> None:
    ada, *_ = start_table(person, "Ada", bots=2)
    ada.wait_for_turn()
    ada.choose()
    ada.wait_for_turn()
    page = ada.page
    page.get_by_role("button", name="Log", exact=True).click()
    link = page.locator("#log a.clause").first
    link.focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("dialog", name="The rule")
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    expect(card.get_by_role("link", name="Rules")).to_have_attribute("href", re.compile(r"#A[\d.]+$"))
    assert find_violations(page) == []
    inside = page.evaluate("""() => { const box = document.getElementById("why").getBoundingClientRect();
        return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight }""")
    assert inside
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(link).to_be_focused()
    # The element that asked for it is still open.
    expect(page.locator("#log")).to_be_visible()


def test_clause_in_a_clause_opens_in_its_place(person: MakePlayer) -> None:
    ada, *_ = start_table(person, "Ada", bots=2, game="edel_stein_reich")
    ada.wait_for_turn()
    page = ada.page
    # Any link to a rule serves here.
    page.evaluate("""() => { const link = document.createElement("a");
        Object.assign(link, { className: "clause", href: "/rules/edel_stein_reich#E5.9" });
        link.dataset.clause = "E5.9"; document.getElementById("main").append(link); link.click(); }""")
    card = page.get_by_role("dialog", name="The rule")
    expect(card).to_contain_text("E5.9")
    card.get_by_role("link", name="E4.1", exact=True).click()
    expect(card.get_by_role("link", name="Rules")).to_have_attribute("href", re.compile("#E4.1$"))
    assert len(ada.context.pages) == 1
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


def test_log_stays_open_below_a_rule(person: MakePlayer) -> None:
    ada, *_ = start_table(person, "Ada", bots=2, settings={"viewport": PHONE})
    ada.wait_for_turn()
    ada.choose()
    ada.wait_for_turn()
    # A phone has it in the menu.
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.locator("#menu").get_by_role("button", name="Log").click()
    ada.page.locator("#log a.clause").first.click()
    expect(ada.page.get_by_role("dialog", name="The rule")).to_be_visible()
    expect(ada.page.locator("#log")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#why")).to_be_hidden()
    expect(ada.page.locator("#log")).to_be_visible()
