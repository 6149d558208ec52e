"""Why, coach and lesson in a browser: on a desk and on phones, by keyboard."""

import re
import time
from importlib import import_module
from itertools import cycle, product

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from app.web.games import looks
from app.web.text.languages import LANGUAGES, catalogue
from engine import registry
from tests.browser.access import fits, wrong
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.laid import AT_REST
from tests.browser.sheets import row
from tests.browser.tables import table
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

SIDEWAYS = {"width": 740, "height": 360}
SIZES = (DESK, PHONE, {"width": 390, "height": 844}, SIDEWAYS)
CHOICES = whole(5, 3)
"""So many choices into a lesson every sentence is looked at."""

ASKED = ("#prompt .prompt-head h2", "#prompt .seal-button", "#hand .piece, #prompt .choices")
IN_SIGHT = """names => names.every(name => {
    const isDrawn = each => each.checkVisibility({ visibilityProperty: true });
    const part = [...document.querySelectorAll(name)].find(isDrawn);
    const box = part?.getBoundingClientRect();
    const at = part && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !part && innerHeight < 500 && !name.includes("h2")
        || box.top >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1 && !at?.closest("#coach");
})"""
"""Whether the question, the hand and the seal are on the screen with nothing over them; sideways a hand lies in a
drawer."""

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
"""How many parts are ringed that are in sight, not beneath the coach's own card."""

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
"""Those of the sentences that are cut on the coach's card, with a button for the next one beside them."""

WHEN_IT_CAME = """new MutationObserver(() => {
    const box = document.getElementById("coach");
    if (box) window.coachCame ??= getComputedStyle(box).position;
}).observe(document, { childList: true, subtree: true });"""
"""A script for a page before its own: notes how the coach is drawn when it is put into the page."""

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
"""The figures and words of the table that an edge of the light runs through."""

PLACES = """() => [...document.querySelectorAll(".place, .piece.is-own, #prompt .choice, .seal-button")]
    .map(part => { const { x, y, width } = part.getBoundingClientRect(); return [part.id, x, y, width].join(" "); })"""
"""Where everything stands that no other player moves."""


def learn(player: Player, game: str) -> Page:
    """The player's page in a lesson of that game, behind its cards."""
    page = player.page
    cards = player.context.request.post(
        f"{player.url}/lesson", form={"game": game, "name": player.name}, headers={"origin": player.url}
    )
    assert cards.ok, cards.text()
    page.goto(cards.url.removesuffix("/lesson"))
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    return page


def at_rest(page: Page) -> None:
    """Waits until nothing moves on the table and the letters are there."""
    page.wait_for_function(AT_REST)
    page.wait_for_function("document.fonts.status === 'loaded'")


def says(page: Page) -> Locator:
    """What the coach says."""
    return page.locator("#coach:not([hidden]) .coach-says")


WHOLE_PICTURE = """() => {
    const [card, picture] = [".lesson-card", ".lesson-picture > *"].map(name => document.querySelector(name));
    const [{ width }, box] = [card.getBoundingClientRect(), picture.getBoundingClientRect()];
    const isBeside = innerHeight < 500;
    return picture.naturalWidth > 0 && Math.abs(box.width / box.height - 1.6) < .02
        && (isBeside ? box.width > width * .4 : Math.abs(box.width - width) < 1);
}"""
"""Whether the picture of a lesson's card is whole, and as wide as the card; sideways it lies beside the words."""


@pytest.mark.parametrize(
    ("game", "size"), whole([*product(registry.GAMES, SIZES)], [*zip(cycle(registry.GAMES), SIZES, strict=False)])
)
def test_every_card_of_a_lesson_has_its_picture_in_full(person: MakePlayer, game: str, size: dict[str, int]) -> None:
    page = learn(person(viewport=size, is_new=True, film="none"), game)
    lesson, seen = f"{page.url}/lesson", set()
    for number in range(1, len(looks(game).lesson.cards) + 1):
        page.goto(f"{lesson}?card={number}")
        page.wait_for_load_state("load")
        assert page.evaluate(WHOLE_PICTURE), f"card {number}"
        assert fits(page)
        assert page.get_by_role("link", name=re.compile("Next|Let's play")).is_visible()
        seen.add(page.locator(".lesson-picture img").get_attribute("src"))
    assert len(seen) == number


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_cards_of_a_lesson_are_read_one_by_one(person: MakePlayer, game: str) -> None:
    player = person(viewport=PHONE, is_new=True, film="none")
    page = learn(player, game)
    lesson = f"{page.url}/lesson"
    page.goto(lesson)
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    page.goto(lesson)
    while (more := page.get_by_role("link", name="Next", exact=True)).count():
        assert wrong(page) == []
        assert fits(page)
        expect(page.get_by_role("link", name="Skip", exact=True)).to_be_visible()
        more.click()
        page.wait_for_load_state()
    page.get_by_role("link", name="Let's play").click()
    player.wait_for_turn()


@pytest.mark.parametrize(
    ("game", "size"), whole([*product(registry.GAMES, SIZES)], [*zip(cycle(registry.GAMES), SIZES, strict=False)])
)
def test_the_coach_says_one_sentence_and_nothing_moves_for_it(
    person: MakePlayer, game: str, size: dict[str, int]
) -> None:
    page = learn(person(viewport=size, is_new=True, film="none"), game)
    expect(says(page)).to_have_text(re.compile(r"\.$"))
    at_rest(page)
    first = says(page).inner_text()
    assert wrong(page) == []
    assert fits(page)
    assert page.evaluate(IN_SIGHT, ASKED)
    assert page.locator(".is-lit").count() > 0
    before = page.evaluate(PLACES)
    page.locator("#coach").get_by_role("button", name="Hide the coach").click()
    expect(says(page)).to_be_hidden()
    assert page.locator(".is-lit").count() == 0
    assert page.evaluate(PLACES) == before
    # what was said is not said again
    assert first
    page.locator("#coach").get_by_role("button", name="Show the coach").press("Enter")
    expect(says(page)).not_to_have_text(first, use_inner_text=True)


def late(route: Route) -> None:
    """Lets what is asked for come later than all the rest."""
    time.sleep(0.7)
    route.continue_()


def test_the_sheet_of_the_coach_is_there_before_its_words(person: MakePlayer) -> None:
    ada = person(viewport=PHONE, is_new=True, film="none", service_workers="block")
    ada.context.add_init_script(WHEN_IT_CAME)
    ada.context.route("**/css/coach.css*", late)
    page = learn(ada, "edel_stein_reich")
    expect(says(page)).to_be_visible()
    assert page.evaluate("window.coachCame") == "fixed"
    # a browser says that it was told to do without
    ada.problems.remove("warning: Service Worker registration blocked by Playwright")


@pytest.mark.parametrize("game", registry.GAMES)
def test_what_is_lit_keeps_its_figures(person: MakePlayer, game: str) -> None:
    """The light lies around whole fields: no edge of it runs through a figure beside it."""
    page = learn(person(viewport=PHONE, is_new=True, film="none"), game)
    expect(says(page)).to_be_visible()
    at_rest(page)
    assert page.evaluate(CUT_THROUGH) == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_sentence_rings_what_it_speaks_of(person: MakePlayer, game: str) -> None:
    ada = person(viewport=PHONE, is_new=True, film="none")
    page = learn(ada, game)
    more = page.locator("#coach").get_by_role("button", name="Next")
    told: set[str] = set()
    for _ in range(CHOICES):
        ada.wait_for_turn()
        expect(says(page)).to_have_text(re.compile(r"\w"))
        at_rest(page)
        while True:
            said = says(page).inner_text()
            told.add(said)
            assert page.evaluate(RINGED) > 0, said
            assert page.evaluate(IN_SIGHT, ASKED), said
            if not more.is_visible():
                break
            more.click()
            expect(says(page)).not_to_have_text(said, use_inner_text=True)
        ada.choose()
    assert len(told) > CHOICES


@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][:1]))
def test_how_to_seal_is_said_until_it_is_done_however_much_was_said(person: MakePlayer, game: str) -> None:
    ada, ben = table(person, "Ada", "Ben", bots=1, game=game, settings={"is_new": True})
    page = ada.page
    more = page.locator("#coach").get_by_role("button", name="Next")
    ada.wait_for_turn()
    expect(says(page)).to_have_text(re.compile(r"\w"))
    while more.is_visible():
        said = says(page).inner_text()
        more.click()
        expect(says(page)).not_to_have_text(said, use_inner_text=True)
    ada.pick()
    expect(says(page)).to_contain_text("Seal")
    ben.wait_for_turn()
    ben.pick()
    ben.seal()
    expect(page.locator("#seat-1")).to_have_attribute("data-state", "sealed")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(says(page)).to_contain_text("Seal")


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_sentence_has_room_on_a_small_phone_in_every_language(person: MakePlayer, game: str) -> None:
    page = learn(person(viewport=PHONE, is_new=True, film="none"), game)
    expect(says(page)).to_be_visible()
    at_rest(page)
    lines = import_module(f"app.web.games.{game}.lesson").LINES
    sentences = [line.says for phase in lines.values() for line in phase]
    for language in LANGUAGES:
        said = catalogue(language).gettext
        cut = page.evaluate(CUT, [said("Next"), [*map(said, sentences)]])
        assert cut == [], f"in {language}"


def test_before_the_seal_the_coach_points_at_it(person: MakePlayer) -> None:
    ada = person(is_new=True, film="none")
    page = learn(ada, "adel_verpflichtet")
    ada.wait_for_turn()
    expect(says(page)).to_be_visible()
    ada.pick()
    expect(says(page)).to_have_text("Press Seal: your choice stays secret until everyone has sealed.")
    expect(page.locator(".seal-button")).to_have_class(re.compile("is-lit"))


def test_the_coach_comes_to_a_first_game_and_to_a_second_one_when_it_is_called(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", bots=1, settings={"is_new": True})
    for player in (ada, ben):
        expect(says(player.page)).to_have_text("The pawn that is furthest along the track at the end wins.")
    # the same device at another table
    table(lambda *_args, **_settings: ada, "Ada", bots=2)
    page = ada.page
    ada.wait_for_turn()
    expect(page.locator("#coach")).to_have_count(0)
    # it comes when it is called, with what it has not said yet
    row(page, "Settings").click()
    page.get_by_role("button", name="Show the coach").click()
    expect(says(page)).to_be_visible()


@pytest.mark.slow("three rounds are played")
def test_the_coach_folds_away_after_three_rounds(person: MakePlayer) -> None:
    ada, *_ = table(person, "Ada", bots=2, settings={"is_new": True})
    expect(says(ada.page)).to_be_visible()
    for _ in range(40):
        ada.wait_for_turn()
        if ada.page.locator("#phase[data-round='4']").count() and ada.kind != "location":
            break
        ada.choose()
    expect(ada.page.locator("#coach")).to_have_class(re.compile("is-folded"))
    expect(ada.page.locator("#coach").get_by_role("button", name="Show the coach")).to_be_visible()


def test_a_clause_opens_at_its_spot_by_keyboard_and_gives_the_focus_back(person: MakePlayer) -> None:
    ada, *_ = table(person, "Ada", bots=2)
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
    assert wrong(page) == []
    inside = page.evaluate("""() => { const box = document.getElementById("why").getBoundingClientRect();
        return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight }""")
    assert inside
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(link).to_be_focused()
    # what it was asked for in is still open
    expect(page.locator("#log")).to_be_visible()


def test_a_clause_named_in_a_clause_opens_in_its_place(person: MakePlayer) -> None:
    ada, *_ = table(person, "Ada", bots=2, game="edel_stein_reich")
    ada.wait_for_turn()
    page = ada.page
    # any link to a rule will do
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


def test_the_log_stays_open_beneath_the_rule_it_was_asked_for(person: MakePlayer) -> None:
    ada, *_ = table(person, "Ada", bots=2, settings={"viewport": PHONE})
    ada.wait_for_turn()
    ada.choose()
    ada.wait_for_turn()
    # a phone has it in the menu
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.locator("#menu").get_by_role("button", name="Log").click()
    ada.page.locator("#log a.clause").first.click()
    expect(ada.page.get_by_role("dialog", name="The rule")).to_be_visible()
    expect(ada.page.locator("#log")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#why")).to_be_hidden()
    expect(ada.page.locator("#log")).to_be_visible()
