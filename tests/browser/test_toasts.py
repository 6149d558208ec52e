"""Toasts on pages: recipients, place, the page's own connection, the waiting line."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations
from tests.browser.conftest import MakePlayer
from tests.browser.sheets import open_fold, press_in_menu
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser

FAR_FROM_DOCK = """() => {
  const dock = document.getElementById("dock").getBoundingClientRect();
  return [...document.querySelectorAll(".toast")].every(each => {
    const { bottom, left, right } = each.getBoundingClientRect();
    return bottom <= dock.top && left >= 0 && right <= innerWidth;
  });
}"""
FAR_FROM_VOTES = """() => {
  const { top } = document.getElementById("votes").getBoundingClientRect();
  return [...document.querySelectorAll(".toast")].every(each => each.getBoundingClientRect().bottom <= top);
}"""
HIDDEN = """isHidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HURRIED = "() => { const real = setTimeout; window.setTimeout = (what, ms, ...all) => real(what, ms / 20, ...all); }"


def expect_toast(player: Player, words: str) -> None:
    """Expect a toast with these words, announced and outside the dock.

    If several follow each other, its turn may be over."""
    expect(player.page.locator("#announcer")).to_contain_text(words)
    assert player.page.evaluate(FAR_FROM_DOCK)


def test_pause_toast_resumes_the_game_and_is_replaced(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ben")
    press_in_menu(ada, "Pause the game")
    expect_toast(ada, "You paused the game.")
    expect_toast(ben, "Ada paused the game.")
    # It stays while the pointer is on it: checking all rules takes long.
    ben.page.locator(".toast").hover()
    assert find_violations(ben.page) == []
    assert ben.page.evaluate(SMALL_TARGETS) == []
    ben.page.locator(".toast").get_by_role("button", name="Resume").click()
    expect_toast(ada, "Ben resumed the game.")
    expect_toast(ben, "You resumed the game.")
    for each in (ada, ben):
        expect(each.page.locator(".toast", has_text="paused")).to_have_count(0)
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "playing")


def test_toast_does_not_cover_a_vote(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ada")
    open_fold(ben, "vote-fold").locator("#vote-fold").get_by_role("button", name="Vote to end the game").click()
    ben.page.keyboard.press("Escape")
    expect(ada.page.locator("#votes").get_by_role("button", name="Me too")).to_be_visible()
    press_in_menu(ben, "Pause the game")
    expect_toast(ada, "Ben paused the game.")
    assert ada.page.evaluate(FAR_FROM_VOTES)


def test_toast_disappears_unless_pointed_at(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    clock = ben.page.clock
    clock.install()
    press_in_menu(ada, "I'm away")
    expect_toast(ben, "Ada is away.")
    ben.page.locator(".toast").hover()
    clock.fast_forward(10_000)
    expect(ben.page.locator(".toast")).to_have_count(1)
    ben.page.mouse.move(5, 700)
    clock.fast_forward(10_000)
    expect(ben.page.locator(".toast")).to_have_count(0)


def open_waiting(player: Player) -> Page:
    """Open the sheet of awaited players by keyboard and return the page."""
    player.page.locator(".waiting-call").focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#hurry")).to_be_visible()
    return player.page


@pytest.mark.slow("three pages are open")
def test_waiting_sheet_nudges_gives_time_and_seats_a_bot(person: MakePlayer) -> None:
    ada, ben, carla = start_table(person, "Ada", "Ben", "Carla", phone="Carla", clock="relaxed")
    carla.pick()
    carla.seal()
    page = open_waiting(ada)
    of_ben = page.locator(".hurry-one", has_text="Ben")
    expect(page.locator(".hurry-one", has_text="Carla")).to_have_count(0)
    assert find_violations(page) == []
    of_ben.get_by_role("button", name="Nudge").click()
    expect_toast(ada, "You nudged Ben.")
    expect_toast(ben, "Ada is nudging you: it's your turn.")
    of_ben.get_by_role("button", name="Nudge").click()
    expect_toast(ada, "You've just nudged them. Give them a minute.")
    of_ben.get_by_role("button", name=re.compile("5 minutes")).click()
    expect_toast(ben, "Ada added 5 minutes for you.")
    of_ben.get_by_role("button", name="Let a bot stand in").click()
    for each in (ada, ben, carla):
        expect_toast(each, "Ada let a bot stand in for Ben.")
    expect(ben.page.locator(".toast", has_text="nudging")).to_have_count(0)
    # A guest can nudge and give time, no more.
    page = open_waiting(carla)
    expect(page.locator(".hurry-one").get_by_role("button", name="Nudge")).to_have_count(1)
    expect(page.locator(".hurry-one").get_by_role("button", name="Let a bot stand in")).to_have_count(0)
    assert page.evaluate(SMALL_TARGETS) == []


def test_nudge_stays_until_the_choice_and_marks_the_title(person: MakePlayer) -> None:
    ada, ben, carla = start_table(person, "Ada", "Ben", "Carla")
    page = ben.page
    page.evaluate(HURRIED)
    page.evaluate(HIDDEN, True)
    open_waiting(ada).locator(".hurry-one", has_text="Ben").get_by_role("button", name="Nudge").click()
    expect(page).to_have_title(re.compile("nudge"))
    page.evaluate(HIDDEN, False)
    expect(page).to_have_title(re.compile("your turn"))
    page.evaluate("() => new Promise(done => setTimeout(done, 30_000))")
    expect_toast(ben, "Ada is nudging you: it's your turn.")
    ben.pick()
    ben.seal()
    expect(page.locator(".toast")).to_have_count(0)
    assert not carla.page.locator(".toast").count()


LONG_WAITS_HURRIED = """() => {
  const real = setTimeout;
  window.setTimeout = (what, ms, ...all) => real(what, ms > 20_000 ? ms / 10 : ms, ...all);
}"""


def test_page_tells_of_lost_connection_and_missed_reveals(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ben")
    ben.page.evaluate(LONG_WAITS_HURRIED)
    ben.context.set_offline(True)
    expect_toast(ben, "Still offline. Your seat is safe.")
    assert ben.page.evaluate(SMALL_TARGETS) == []
    ben.page.locator(".toast").get_by_role("link", name="Try again").click()
    ben.context.set_offline(False)
    expect_toast(ben, "You're back online.")
    expect(ben.page.locator(".toast", has_text="offline")).to_have_count(0)
    ben.context.set_offline(True)
    expect(ben.page.locator(".toast", has_text="Connection lost. Reconnecting")).to_have_count(1)
    ada.page.locator("#seat-1 .seat-face").click()
    ada.page.locator("#more-1").get_by_role("button", name="Let a bot stand in").click()
    ada.page.keyboard.press("Escape")
    ada.wait_for_turn()
    ada.pick()
    ada.seal()
    expect(ada.page.locator("#phase")).to_have_attribute("data-reveal", re.compile(r"\d"))
    ben.context.set_offline(False)
    expect_toast(ben, "You're back online. You missed ")
    show = ben.page.locator(".toast").get_by_role("link", name="Show")
    assert re.search(r"/replay\?catch-up=\d+$", show.get_attribute("href") or "")
    # The dock tells the rest: the stand-in and other old news.
    expect(ben.page.locator(".toast", has_text="stand in")).to_have_count(0)
    ben.page.locator("#prompt").get_by_role("button", name="Take my seat back").click()
    expect_toast(ben, "You're playing again.")
    expect_toast(ada, "Ben is playing again.")


@pytest.mark.slow("two tables are watched")
def test_watcher_reads_the_role_and_the_delay(person: MakePlayer) -> None:
    for watchers, says in (
        ("public", "You're watching. A right guess is a point."),
        ("delayed", "You're watching, one turn behind the players"),
    ):
        (ada,) = start_table(person, "Ada", bots=1, watchers=watchers)
        eve = person("Eve", viewport={"width": 390, "height": 844}, has_touch=True)
        eve.page.goto(ada.page.locator("#menu-watch-link").input_value())
        badge = eve.page.locator("#guesses .prompt-head p")
        expect(badge).to_have_text(says)
        expect(badge).to_be_visible()
        assert find_violations(eve.page, part="html" if watchers == "public" else "#guesses") == []
        press_in_menu(ada, "Pause the game")
        expect_toast(eve, "Ada paused the game.")
        expect(eve.page.locator(".toast button")).to_have_count(0)


def test_low_phone_shows_pause_or_stand_in_after_sealing(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", phone="Ben")
    ben.pick()
    ben.seal()
    press_in_menu(ada, "Pause the game")
    asked = ben.page.locator("#prompt .prompt-head")
    expect(asked.get_by_role("heading")).to_have_text("Game paused")
    expect(asked).to_have_css("opacity", "1")
    ben.page.locator("#prompt").get_by_role("button", name="Resume").click()
    expect(asked.get_by_role("heading")).to_contain_text("Sealed")
    press_in_menu(ben, "Let a bot stand in for me")
    expect(asked.get_by_role("heading")).to_have_text("A bot is standing in for you")
    expect(asked).to_have_css("opacity", "1")
