"""Toasts on hosts and on saving a table, on every open page."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePlayer
from tests.browser.sheets import find_row, unfold
from tests.browser.tables import start_table
from tests.browser.test_toasts import expect_toast
from tools.player import Player
from tools.served import Served

pytestmark = pytest.mark.browser

HELD = """() => {
  const real = setTimeout;
  window.setTimeout = (act, ms, ...all) => real(act, act.name === "leave" ? 100 * ms : ms, ...all);
}"""
"""Init script that keeps toasts until the test has read them."""

PASSPHRASE = "a good evening to all"
SAVED = "Ada saved this table to a file. Anyone who opens it can see every card."


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Served]:
    """Server whose tables replace absent hosts after seconds."""
    server = Served(tmp_path, command=(sys.executable, "-m", "tests.browser.quick_succession", "serve"))
    server.start()
    yield server
    server.stop()


def seat_players(
    person: MakePlayer, *names: str, phone: str, url: str | None = None, watchers: str = "none"
) -> list[Player]:
    """Return the players of a table whose game has begun."""
    players = start_table(person, *names, phone=phone, url=url, watchers=watchers)
    for each in players:
        each.page.evaluate(HELD)
    return players


def leave(player: Player) -> None:
    """Give up the seat, in the menu."""
    unfold(player.page, player.page.locator("#leave-details [data-leave] button")).click()
    expect(player.page.locator("#dock:not(.is-watching)")).to_have_count(0)


def press_on_seat(player: Player, seat: int, button: str) -> None:
    """Press a button on the card of a seat."""
    player.page.locator(f"#seat-{seat} .seat-face").click()
    player.page.locator(f"#more-{seat}").get_by_role("button", name=button).click()
    player.page.keyboard.press("Escape")


def test_toasts_name_the_new_host_when_one_leaves(person: MakePlayer) -> None:
    ada, ben, carla = seat_players(person, "Ada", "Ben", "Carla", phone="Ben")
    leave(ada)
    expect_toast(ben, "You're the host now, because Ada left.")
    expect_toast(carla, "Ben is the host now.")
    for each in (ben, carla):
        expect_toast(each, "Ada left. A bot is standing in.")
    find_row(ben.page, "Settings")
    expect(ben.page.locator("#menu", has_text="For hosts")).to_have_count(1)


@pytest.mark.slow("a server of its own is started")
def test_toasts_explain_the_replacement_of_an_absent_host(person: MakePlayer, hasty: Served) -> None:
    ada, ben, carla = seat_players(person, "Ada", "Ben", "Carla", phone="Carla", url=hasty.url)
    ada.context.set_offline(True)
    expect_toast(ben, "You're the host now, because Ada has been gone for a while.")
    expect_toast(carla, "Ben is the host now.")
    ada.context.set_offline(False)
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    find_row(ada.page, "Settings")
    expect(ada.page.locator("#menu", has_text="For hosts")).to_have_count(0)


def test_only_old_and_new_hosts_see_the_toast(person: MakePlayer) -> None:
    ada, ben, carla = seat_players(person, "Ada", "Ben", "Carla", phone="Ben")
    press_on_seat(ada, 1, "Make host")
    expect_toast(ben, "Ada made you a host.")
    press_on_seat(ben, 0, "Remove as host")
    expect_toast(ada, "You're no longer a host.")
    for each in (ben, carla):
        expect(each.page.locator(".toast", has_text="no longer")).to_have_count(0)
    expect(carla.page.locator(".toast")).to_have_count(0)


@pytest.mark.slow("four pages are open")
def test_saving_a_running_game_is_announced_to_all(person: MakePlayer) -> None:
    ada, ben = seat_players(person, "Ada", "Ben", phone="Ben", watchers="public")
    eve = person("Eve")
    eve.page.goto(unfold(ada.page, ada.page.locator("#menu-watch-link")).input_value())
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
        expect_toast(each, SAVED)
        # It is announced once and stays readable.
        assert len(re.findall(SAVED, each.page.locator("#announcer").inner_text())) == 1
        expect(each.page.locator(".chat-lines [data-note] p")).to_have_text(SAVED)
