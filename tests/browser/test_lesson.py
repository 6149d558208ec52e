"""Why, coach and lesson in a browser: by keyboard, on a desk and on a phone."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import registry
from tests.browser.access import fits, wrong
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import table
from tools.player import Player

pytestmark = pytest.mark.browser


def learn(player: Player, game: str) -> Page:
    """The player's page in a lesson of that game."""
    page = player.page
    page.goto(player.url)
    box = page.locator(f".box:has([name=game][value='{game}'])")
    box.get_by_label("Your name").fill(player.name)
    box.get_by_role("button", name="Learn to play").click()
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    expect(page.locator(".coach-line")).to_be_visible()
    return page


def all_of_it(page: Page) -> Locator:
    """The sheet with all that the coach says, opened by keyboard."""
    page.get_by_role("button", name="Coach").press("Enter")
    sheet = page.locator("#coach")
    expect(sheet).to_be_visible()
    return sheet


@pytest.mark.parametrize(("game", "size"), [*zip(registry.GAMES, cycle([DESK, PHONE]), strict=False)])
def test_a_lesson_welcomes_and_breaks_no_rule(person: MakePlayer, game: str, size: dict[str, int]) -> None:
    page = learn(person(viewport=size), game)
    expect(page.locator(".coach-line")).to_contain_text("Welcome to the table")
    found = wrong(page)
    assert fits(page)
    expect(all_of_it(page).get_by_role("heading", name="Welcome to the table")).to_be_visible()
    assert found + wrong(page) == []
    assert fits(page)


def test_a_clause_opens_at_its_spot_by_keyboard_and_gives_the_focus_back(person: MakePlayer) -> None:
    ada = person()
    page = learn(ada, "adel_verpflichtet")
    link = all_of_it(page).locator("a.clause")
    expect(link).to_have_accessible_name("Rule A3.1")
    link.focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("dialog", name="The rule")
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    expect(card).to_contain_text("Every seat seals one location card.")
    expect(card.get_by_role("link", name="Rules")).to_have_attribute("href", re.compile("#A3.1$"))
    assert wrong(page) == []
    inside = page.evaluate("""() => { const box = document.getElementById("why").getBoundingClientRect();
        return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight }""")
    assert inside
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(link).to_be_focused()
    # the coach, whose rule that was, is still open
    expect(page.locator("#coach")).to_be_visible()


def test_a_clause_named_in_a_clause_opens_in_its_place(person: MakePlayer) -> None:
    ada = person()
    page = learn(ada, "edel_stein_reich")
    # at once, as the page may be drawn anew meanwhile
    page.locator("#coach a.clause").evaluate("link => { link.dataset.clause = 'E5.9'; link.click(); }")
    card = page.get_by_role("dialog", name="The rule")
    expect(card).to_contain_text("The winner of a negotiation")
    card.get_by_role("link", name="E4.1", exact=True).click()
    expect(card).to_contain_text("Take the amount printed")
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


def test_the_coach_keeps_to_one_line_until_it_is_asked(person: MakePlayer) -> None:
    ada, *_ = table(person, "Ada", bots=2, coach=True)
    ada.wait_for_turn()
    page = ada.page
    line, sheet = page.locator(".coach-line > span"), page.locator("#coach")
    first = line.inner_text()
    expect(sheet).to_be_hidden()
    expect(all_of_it(page)).to_contain_text(first)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    ada.choose()
    ada.wait_for_turn()
    # it says something else of the next choice, and does not open by itself
    expect(line).not_to_have_text(first)
    expect(sheet).to_be_hidden()
    page.reload()
    expect(line).to_be_visible()
    expect(sheet).to_be_hidden()
