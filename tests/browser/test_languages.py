"""Languages of devices, with and without scripts, and mixed at one table."""

from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.sheets import find_row, open_fold
from tests.browser.tables import start_table

pytestmark = pytest.mark.browser


def choose_language(page: Page, language: str) -> None:
    """Choose a language by the form of the page."""
    form = page.locator("form.language")
    button = form.locator("button")
    # With scripts the language changes at once.
    is_pressed = button.is_visible()
    form.locator("select").select_option(language)
    if is_pressed:
        button.click()
    expect(page.locator(f"html[lang={language}]")).to_have_count(1)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_device_chooses_its_language(person: MakePlayer, has_scripts: bool) -> None:
    page = person("Ada", java_script_enabled=has_scripts).page
    page.goto(person("Ben").url)
    expect(page.get_by_role("button", name="Play with friends").first).to_be_visible()
    choose_language(page, "de")
    expect(page.get_by_role("button", name="Mit Freunden spielen").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Mit Freunden spielen").first).to_be_visible()
    choose_language(page, "en")
    expect(page.get_by_role("button", name="Play with friends").first).to_be_visible()


@pytest.mark.slow("has three pages")
def test_each_player_reads_their_language(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", grace="0")
    dutch = person("Carla", locale="nl-NL")
    dutch.page.goto(dutch.url)
    expect(dutch.page.get_by_role("button", name="Met vrienden spelen").first).to_be_visible()
    # Ben changes the language during the game and stays at the table.
    find_row(ben.page, "Settings").click()
    choose_language(ben.page, "de")
    expect(ben.page.locator("#stage")).to_contain_text("Alle wählen")
    expect(ben.page.locator("#status")).to_have_attribute("data-state", "live")
    ada.choose()
    ben.choose()
    # The socket's messages are German, too, and Ada's stay English.
    expect(ben.page.locator("#log")).to_contain_text("Runde 1")
    expect(ada.page.locator("#log")).to_contain_text("Round 1")


def test_device_shows_times_in_its_zone(person: MakePlayer) -> None:
    """Tokyo is nine hours ahead of UTC all year."""
    [ada] = start_table(person, "Ada", bots=1, settings={"timezone_id": "Asia/Tokyo"})
    room = ada.page.url
    find_row(ada.page, "Play on another device").click()
    phone = person("Phone")
    phone.page.goto(ada.page.locator("#return-link").input_value())
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.page.locator("#seat-0")).to_be_visible()
    ada.page.goto(room)
    open_fold(ada, "devices-fold")
    line = ada.page.locator("#devices-fold [data-say-moments]").first
    first = datetime.fromisoformat(line.get_attribute("data-first") or "")
    there = first.astimezone(timezone(timedelta(hours=9)))
    expect(line).to_contain_text(f"{there:%H:%M}")
    expect(line).not_to_contain_text("UTC")
