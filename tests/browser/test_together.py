"""Friends run a table: places, lock, votes, rematches, another game, plans."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sheets import find_row, open_fold
from tests.browser.tables import AT_ONCE, start_table
from tools.player import Player

pytestmark = pytest.mark.browser

DAYS = {"clock": "", "clock.mode": "gentle", "clock.per_ask": "172800"}


def find_chair_text(page: Page, seat: int) -> Locator:
    """Return the text on a chair of the lobby."""
    return page.locator(f"#chair-{seat} .chair-who")


def press_vote(player: Player, button: str) -> None:
    """Open the menu's fold of votes and press a button there."""
    open_fold(player, "vote-fold").locator("#vote-fold").get_by_role("button", name=button).click()
    player.page.keyboard.press("Escape")


def expect_no_violation(page: Page, part: str = "html") -> None:
    """Expect that the page, or a part of it, breaks no rule."""
    assert find_violations(page, part=part) == []
    assert has_no_overflow(page)
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.slow("the rules are asked four times")
def test_friends_swap_lock_end_and_play_on(person: MakePlayer) -> None:
    ada, ben = person("Ada", film="none"), person("Ben", viewport=PHONE, has_touch=True)
    ben.sit_down(ada.open_room(**AT_ONCE))
    ben.page.locator("#chair-3").get_by_role("button", name="Sit here").click()
    expect(find_chair_text(ada.page, 3)).to_contain_text("Ben")
    expect(find_chair_text(ada.page, 1)).to_have_text("Free seat")
    more = ada.page.locator("#chair-more-3")
    more.locator("> summary").click()
    expect_no_violation(ada.page)
    more.get_by_role("button", name="Ada").click()
    expect(find_chair_text(ada.page, 0)).to_contain_text("Ben")
    expect(find_chair_text(ben.page, 3)).to_contain_text("Ada")
    expect(find_chair_text(ben.page, 0)).to_contain_text("you")
    ada.page.get_by_role("button", name="Lock the table").click()
    expect(ben.page.locator(".locked-note")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Unlock the table")).to_be_visible()
    expect_no_violation(ben.page)
    ada.begin()
    press_vote(ben, "Vote to end the game")
    vote = ada.page.locator("#votes .vote")
    expect(vote).to_contain_text("Ben wants to end the game. 1 of 2 players agree; 2 needed.")
    expect_no_violation(ben.page, "#votes")
    vote.get_by_role("button", name="Me too").click()
    for each in (ada, ben):
        expect(each.page.get_by_role("heading", name="This game was ended early")).to_be_visible()
    expect_no_violation(ben.page)
    expect(ben.page.locator("#seat-0")).to_have_class(re.compile("is-you"))
    ada.page.get_by_role("button", name="Play again, seats rotated").click()
    expect(ben.page.locator("#scene .piece-pawn").first).to_be_visible()
    expect(ben.page.locator("#seat-1")).to_have_class(re.compile("is-you"))


@pytest.mark.slow("three people come and go by clicks")
def test_removal_gives_a_new_code_and_link(person: MakePlayer) -> None:
    ada, ben, carla = person("Ada", film="none"), person("Ben"), person("Carla", viewport=PHONE, has_touch=True)
    ben.sit_down(ada.open_room(**AT_ONCE))
    code, link = ada.page.locator("#doorway .doorway-code b"), ada.page.locator("#join-link")
    old_code, old_link = code.inner_text(), link.input_value()
    more = ada.page.locator("#chair-more-1")
    more.locator("> summary").click()
    more.locator("#removal-1 > summary").click()
    expect_no_violation(ada.page)
    more.get_by_role("button", name="Remove from the table Ben").click()
    expect(find_chair_text(ada.page, 1)).to_have_text("Free seat")
    expect(code).not_to_have_text(old_code, use_inner_text=True)
    expect(link).not_to_have_value(old_link)
    for typed, seen in ((old_code, "No table has that code"), (code.inner_text(), "You're invited")):
        carla.page.goto(carla.url)
        carla.page.get_by_label("Table code").fill(typed)
        carla.page.get_by_role("button", name="Join", exact=True).click()
        expect(carla.page.locator("main")).to_contain_text(seen)
    carla.problems.clear()  # The browser itself logs the answer 404.
    carla.page.get_by_label("Your name").fill("Carla")
    carla.page.get_by_role("button", name="Join the table").click()
    expect(find_chair_text(ada.page, 1)).to_contain_text("Carla")
    expect(carla.page).to_have_url(ada.page.url)
    expect(carla.page).to_have_title(re.compile(code.inner_text().replace("-", "")))
    expect(carla.page.locator("#status")).to_have_attribute("data-state", "live")
    expect_no_violation(carla.page)


@pytest.mark.slow("two games are shown on two pages")
def test_another_game_appears_on_every_page(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    press_vote(ada, "Vote to end the game")
    ben.page.locator("#votes").get_by_role("button", name="Me too").click()
    ada.page.get_by_role("button", name="Change game or players").click()
    title = ben.page.locator("#chairs-title")
    before = title.inner_text()
    ada.page.get_by_role("button", name=re.compile("^Play .* instead$")).click()
    for each in (ada, ben):
        expect(each.page.locator("#chairs-title")).not_to_have_text(before, use_inner_text=True)
    expect(ada.page.get_by_role("button", name="Start with")).to_be_visible()
    ada.begin()
    for each in (ada, ben):
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "playing")
        expect(each.page.locator(".scene-edel_stein_reich .case")).to_be_visible()


@pytest.mark.slow("the rules are asked five times")
def test_slow_game_has_plans_given_time_and_clocks(person: MakePlayer) -> None:
    ada, ben = person("Ada", viewport=PHONE, has_touch=True, film="none"), person("Ben")
    ben.sit_down(ada.open_room(**AT_ONCE))
    for _ in range(2):
        ada.seat_bot()
    for key, value in DAYS.items():
        ada.choose_option(key, value)
    ada.begin()
    ada.choose()
    ada.page.locator(".plan-button").click()
    sheet = ada.page.locator("#plan")
    sheet.get_by_role("button", name="Detective", exact=True).click()
    expect(sheet.locator(".plan-set li")).to_have_count(1)
    sheet.get_by_role("button", name=re.compile("^Thief")).first.click()
    expect(sheet.locator(".plan-set li")).to_have_count(2)
    expect_no_violation(ada.page, "#plan")
    sheet.get_by_role("button", name="Remove Detective").click()
    expect(sheet.locator(".plan-set li")).to_have_count(1)
    expect(sheet.locator(".plan-set li")).to_contain_text("Thief")
    sheet.get_by_label("Condition").select_option("If Ben is at the castle")
    sheet.get_by_label("Then seal").select_option("Exhibit")
    sheet.get_by_role("button", name="Add", exact=True).click()
    expect(sheet.locator(".plan-sentence p")).to_contain_text("If Ben is at the castle: Exhibit; otherwise: Thief")
    expect_no_violation(ada.page, "#plan")
    sheet.get_by_label("Condition").select_option("If nobody else is where you are")
    sheet.get_by_label("Then seal").select_option("Detective")
    sheet.get_by_role("button", name="Add", exact=True).click()
    expect(sheet.locator(".plan-sentence p")).to_contain_text("; if nobody else is where you are: Detective; otherwise")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".plan-button")).to_contain_text("✓")
    expect(ben.page.locator("#plan :is(.plan-set li, .plan-sentence)")).to_have_count(0)
    ada.page.locator("#seat-1 button").click()
    more = ada.page.locator("#more-1")
    expect(more).to_be_visible()
    expect_no_violation(ada.page, "#more-1")
    until = ben.page.locator(".deadline").get_attribute("data-until")
    more.get_by_role("button", name="+ 1 day").click()
    expect(ben.page.locator(".deadline")).not_to_have_attribute("data-until", until or "")
    ada.page.keyboard.press("Escape")
    open_fold(ada, "vote-fold")
    open_fold(ada, "go-fold")
    expect_no_violation(ada.page, "#menu")
    find_row(ada.page, "Clock and pace").click()
    expect_no_violation(ada.page)
    ada.page.get_by_role("radio", name="No clock").check(force=True)
    ada.page.get_by_role("button", name="Save").click()
    expect(ben.page.locator(".deadline")).to_have_count(0)
