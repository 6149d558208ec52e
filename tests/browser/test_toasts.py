"""Toasts on pages: who is told what, where they stand, and what a page says of its own line; the line of waiting."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import SMALL_TARGETS, wrong
from tests.browser.conftest import MakePlayer
from tests.browser.sheets import fold, menu
from tests.browser.tables import table
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


def told(player: Player, words: str) -> None:
    """The page says so in a toast, which is read aloud and lies over no part of the dock. Where several are told in a
    row, it may have had its turn already."""
    expect(player.page.locator("#announcer")).to_contain_text(words)
    assert player.page.evaluate(FAR_FROM_DOCK)


def test_a_pause_is_told_and_ended_in_the_toast_and_the_next_takes_its_place(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", phone="Ben")
    menu(ada, "Pause the game")
    told(ada, "You paused the game.")
    told(ben, "Ada paused the game.")
    # it stays for as long as somebody points at it, and to try all rules takes long
    ben.page.locator(".toast").hover()
    assert wrong(ben.page) == []
    assert ben.page.evaluate(SMALL_TARGETS) == []
    ben.page.locator(".toast").get_by_role("button", name="Resume").click()
    told(ada, "Ben resumed the game.")
    told(ben, "You resumed the game.")
    for each in (ada, ben):
        expect(each.page.locator(".toast", has_text="paused")).to_have_count(0)
        expect(each.page.locator("#phase")).to_have_attribute("data-phase", "playing")


def test_a_toast_leaves_a_vote_free_to_be_joined(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", phone="Ada")
    fold(ben, "vote-fold").locator("#vote-fold").get_by_role("button", name="Vote to end the game").click()
    ben.page.keyboard.press("Escape")
    expect(ada.page.locator("#votes").get_by_role("button", name="Me too")).to_be_visible()
    menu(ben, "Pause the game")
    told(ada, "Ben paused the game.")
    assert ada.page.evaluate(FAR_FROM_VOTES)


def test_a_toast_goes_by_itself_unless_somebody_points_at_it(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    clock = ben.page.clock
    clock.install()
    menu(ada, "I'm away")
    told(ben, "Ada is away.")
    ben.page.locator(".toast").hover()
    clock.fast_forward(10_000)
    expect(ben.page.locator(".toast")).to_have_count(1)
    ben.page.mouse.move(5, 700)
    clock.fast_forward(10_000)
    expect(ben.page.locator(".toast")).to_have_count(0)


def waits_for(player: Player) -> Page:
    """The page with the sheet of whom the table waits for, opened by keyboard."""
    player.page.locator(".waiting-call").focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#hurry")).to_be_visible()
    return player.page


@pytest.mark.slow("three pages are open")
def test_from_the_line_of_waiting_one_nudges_gives_time_and_lets_a_bot_stand_in(person: MakePlayer) -> None:
    ada, ben, carla = table(person, "Ada", "Ben", "Carla", phone="Carla", clock="relaxed")
    carla.pick()
    carla.seal()
    page = waits_for(ada)
    of_ben = page.locator(".hurry-one", has_text="Ben")
    expect(page.locator(".hurry-one", has_text="Carla")).to_have_count(0)
    assert wrong(page) == []
    of_ben.get_by_role("button", name="Nudge").click()
    told(ada, "You nudged Ben.")
    told(ben, "Ada is nudging you: it's your turn.")
    of_ben.get_by_role("button", name="Nudge").click()
    told(ada, "You've just nudged them. Give them a minute.")
    of_ben.get_by_role("button", name=re.compile("5 minutes")).click()
    told(ben, "Ada added 5 minutes for you.")
    of_ben.get_by_role("button", name="Let a bot stand in").click()
    for each in (ada, ben, carla):
        told(each, "Ada let a bot stand in for Ben.")
    expect(ben.page.locator(".toast", has_text="nudging")).to_have_count(0)
    # whoever is no host can nudge, give time, and no more
    page = waits_for(carla)
    expect(page.locator(".hurry-one").get_by_role("button", name="Nudge")).to_have_count(1)
    expect(page.locator(".hurry-one").get_by_role("button", name="Let a bot stand in")).to_have_count(0)
    assert page.evaluate(SMALL_TARGETS) == []


def test_a_nudge_stays_until_the_choice_is_made_and_is_in_the_title_of_a_page_out_of_sight(person: MakePlayer) -> None:
    ada, ben, carla = table(person, "Ada", "Ben", "Carla")
    page = ben.page
    page.evaluate(HURRIED)
    page.evaluate(HIDDEN, True)
    waits_for(ada).locator(".hurry-one", has_text="Ben").get_by_role("button", name="Nudge").click()
    expect(page).to_have_title(re.compile("nudge"))
    page.evaluate(HIDDEN, False)
    expect(page).to_have_title(re.compile("your turn"))
    page.evaluate("() => new Promise(done => setTimeout(done, 30_000))")
    told(ben, "Ada is nudging you: it's your turn.")
    ben.pick()
    ben.seal()
    expect(page.locator(".toast")).to_have_count(0)
    assert not carla.page.locator(".toast").count()


LONG_WAITS_HURRIED = """() => {
  const real = setTimeout;
  window.setTimeout = (what, ms, ...all) => real(what, ms > 20_000 ? ms / 10 : ms, ...all);
}"""


def test_a_page_tells_of_its_lost_line_and_of_what_was_revealed_without_it(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", phone="Ben")
    ben.page.evaluate(LONG_WAITS_HURRIED)
    ben.context.set_offline(True)
    told(ben, "Still offline. Your seat is safe.")
    assert ben.page.evaluate(SMALL_TARGETS) == []
    ben.page.locator(".toast").get_by_role("link", name="Try again").click()
    ben.context.set_offline(False)
    told(ben, "You're back online.")
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
    told(ben, "You're back online. You missed ")
    show = ben.page.locator(".toast").get_by_role("link", name="Show")
    assert re.search(r"/replay\?catch-up=\d+$", show.get_attribute("href") or "")
    # of who stands in for him, and of all else that is old, the dock says what matters
    expect(ben.page.locator(".toast", has_text="stand in")).to_have_count(0)
    ben.page.locator("#prompt").get_by_role("button", name="Take my seat back").click()
    told(ben, "You're playing again.")
    told(ada, "Ben is playing again.")


@pytest.mark.slow("two tables are watched")
def test_whoever_watches_is_told_so_and_how_far_behind(person: MakePlayer) -> None:
    for watchers, says in (
        ("public", "You're watching"),
        ("delayed", "You're watching, one turn behind the players"),
    ):
        (ada,) = table(person, "Ada", bots=1, watchers=watchers)
        eve = person("Eve", viewport={"width": 390, "height": 844}, has_touch=True)
        eve.page.goto(ada.page.locator("#menu-watch-link").input_value())
        badge = eve.page.locator("#waiting")
        expect(badge).to_have_text(says)
        expect(badge).to_be_visible()
        assert wrong(eve.page, part="html" if watchers == "public" else "#waiting") == []
        menu(ada, "Pause the game")
        told(eve, "Ada paused the game.")
        expect(eve.page.locator(".toast button")).to_have_count(0)


def test_on_a_low_phone_who_has_sealed_reads_that_the_game_is_paused_or_that_a_bot_plays(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", phone="Ben")
    ben.pick()
    ben.seal()
    menu(ada, "Pause the game")
    asked = ben.page.locator("#prompt .prompt-head")
    expect(asked.get_by_role("heading")).to_have_text("Game paused")
    expect(asked).to_have_css("opacity", "1")
    ben.page.locator("#prompt").get_by_role("button", name="Resume").click()
    expect(asked.get_by_role("heading")).to_contain_text("Sealed")
    menu(ben, "Let a bot stand in for me")
    expect(asked.get_by_role("heading")).to_have_text("A bot is standing in for you")
    expect(asked).to_have_css("opacity", "1")
