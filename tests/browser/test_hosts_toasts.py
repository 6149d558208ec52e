"""Toasts about hosts and about a table that is saved, as players bring them about, each on every page that is open."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePlayer
from tests.browser.sheets import row, unfolded
from tests.browser.tables import table
from tests.browser.test_toasts import told
from tools.player import Player
from tools.served import Served

pytestmark = pytest.mark.browser

HELD = """() => {
  const real = setTimeout;
  window.setTimeout = (act, ms, ...all) => real(act, act.name === "leave" ? 100 * ms : ms, ...all);
}"""
"""On a page with it toasts stay until they were looked at, however busy the machine is."""

PASSPHRASE = "a good evening to all"
SAVED = "Ada saved this table to a file. Anyone who opens it can see every card."


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Served]:
    """A server whose tables do not wait long for their hosts."""
    server = Served(tmp_path, command=(sys.executable, "-m", "tests.browser.hasty", "serve"))
    server.start()
    yield server
    server.stop()


def seated(person: MakePlayer, *names: str, phone: str, url: str | None = None, watchers: str = "none") -> list[Player]:
    """Players at a table whose game has begun."""
    players = table(person, *names, phone=phone, url=url, watchers=watchers)
    for each in players:
        each.page.evaluate(HELD)
    return players


def leaves(player: Player) -> None:
    """Gives the seat up, in the menu."""
    unfolded(player.page, player.page.locator("#leave-details [data-leave] button")).click()
    expect(player.page.locator("#dock:not(.is-watching)")).to_have_count(0)


def makes_host(player: Player, seat: int, button: str) -> None:
    """Presses the button on the card of that seat."""
    player.page.locator(f"#seat-{seat} .seat-face").click()
    player.page.locator(f"#more-{seat}").get_by_role("button", name=button).click()
    player.page.keyboard.press("Escape")


def test_when_the_host_leaves_the_heir_is_told_why_and_the_others_who_it_is(person: MakePlayer) -> None:
    ada, ben, carla = seated(person, "Ada", "Ben", "Carla", phone="Ben")
    leaves(ada)
    told(ben, "You're the host now, because Ada left.")
    told(carla, "Ben is the host now.")
    for each in (ben, carla):
        told(each, "Ada left. A bot is standing in.")
    row(ben.page, "Settings")
    expect(ben.page.locator("#menu", has_text="For hosts")).to_have_count(1)


@pytest.mark.slow("a server of its own is started")
def test_when_the_host_is_gone_for_long_another_is_told_why_and_who_comes_back_is_a_guest(
    person: MakePlayer, hasty: Served
) -> None:
    ada, ben, carla = seated(person, "Ada", "Ben", "Carla", phone="Carla", url=hasty.url)
    ada.context.set_offline(True)
    told(ben, "You're the host now, because Ada has been gone for a while.")
    told(carla, "Ben is the host now.")
    ada.context.set_offline(False)
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    row(ada.page, "Settings")
    expect(ada.page.locator("#menu", has_text="For hosts")).to_have_count(0)


def test_who_is_made_a_host_and_who_is_one_no_longer_is_told_so_alone(person: MakePlayer) -> None:
    ada, ben, carla = seated(person, "Ada", "Ben", "Carla", phone="Ben")
    makes_host(ada, 1, "Make host")
    told(ben, "Ada made you a host.")
    makes_host(ben, 0, "Remove as host")
    told(ada, "You're no longer a host.")
    for each in (ben, carla):
        expect(each.page.locator(".toast", has_text="no longer")).to_have_count(0)
    expect(carla.page.locator(".toast")).to_have_count(0)


@pytest.mark.slow("four pages are open")
def test_a_table_that_is_saved_while_it_plays_is_told_to_all_and_noted_in_the_chat(person: MakePlayer) -> None:
    ada, ben = seated(person, "Ada", "Ben", phone="Ben", watchers="public")
    eve = person("Eve")
    eve.page.goto(unfolded(ada.page, ada.page.locator("#menu-watch-link")).input_value())
    ada.page.keyboard.press("Escape")
    expect(eve.page.locator("#status")).to_have_attribute("data-state", "live")
    eve.page.evaluate(HELD)
    filing = ada.new_page()
    filing.goto(f"{ada.page.url}/file")
    filing.get_by_role("button", name="Vote to save it").click()
    ben.page.locator("#votes").get_by_role("button", name="Me too").click()
    expect(ben.page.locator("#votes")).to_contain_text("Saving is agreed")
    filing.goto(f"{ada.page.url}/file")
    filing.get_by_label("Passphrase (at least 10 characters)").fill(PASSPHRASE)
    filing.get_by_label("Repeat the passphrase").fill(PASSPHRASE)
    with filing.expect_download():
        filing.get_by_role("button", name="Save to a file").click()
    for each in (ada, ben, eve):
        told(each, SAVED)
        # it is read aloud once, and stays to be read
        assert len(re.findall(SAVED, each.page.locator("#announcer").inner_text())) == 1
        expect(each.page.locator(".chat-lines [data-note] p")).to_have_text(SAVED)
