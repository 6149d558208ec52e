"""A device chooses its language with and without scripts, and a table is read in several languages at once."""

from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.sheets import fold, row
from tests.browser.tables import table

pytestmark = pytest.mark.browser


def choose(page: Page, language: str) -> None:
    """Chooses by the form of the page."""
    form = page.locator("form.language")
    button = form.locator("button")
    # with scripts the language changes at once
    is_pressed = button.is_visible()
    form.locator("select").select_option(language)
    if is_pressed:
        button.click()
    expect(page.locator(f"html[lang={language}]")).to_have_count(1)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_device_chooses_its_language(person: MakePlayer, has_scripts: bool) -> None:
    page = person("Ada", java_script_enabled=has_scripts).page
    page.goto(person("Ben").url)
    expect(page.get_by_role("button", name="Play with friends").first).to_be_visible()
    choose(page, "de")
    expect(page.get_by_role("button", name="Mit Freunden spielen").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Mit Freunden spielen").first).to_be_visible()
    choose(page, "en")
    expect(page.get_by_role("button", name="Play with friends").first).to_be_visible()


@pytest.mark.slow("has three pages")
def test_each_at_the_table_reads_their_own_language(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", grace="0")
    dutch = person("Carla", locale="nl-NL")
    dutch.page.goto(dutch.url)
    expect(dutch.page.get_by_role("button", name="Met vrienden spelen").first).to_be_visible()
    # Ben changes in the midst of the game, and stays at the table
    row(ben.page, "Settings").click()
    choose(ben.page, "de")
    expect(ben.page.locator("#stage")).to_contain_text("Alle wählen")
    expect(ben.page.locator("#status")).to_have_attribute("data-state", "live")
    ada.choose()
    ben.choose()
    # what the socket brings is German, too, and Ada's stays English
    expect(ben.page.locator("#log")).to_contain_text("Runde 1")
    expect(ada.page.locator("#log")).to_contain_text("Round 1")


def test_a_device_tells_moments_by_its_own_clock(person: MakePlayer) -> None:
    """Tokyo's is nine hours before UTC all the year."""
    [ada] = table(person, "Ada", bots=1, settings={"timezone_id": "Asia/Tokyo"})
    room = ada.page.url
    row(ada.page, "Play on another device").click()
    phone = person("Phone")
    phone.page.goto(ada.page.locator("#return-link").input_value())
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.page.locator("#seat-0")).to_be_visible()
    ada.page.goto(room)
    fold(ada, "devices-fold")
    line = ada.page.locator("#devices-fold [data-say-moments]").first
    first = datetime.fromisoformat(line.get_attribute("data-first") or "")
    there = first.astimezone(timezone(timedelta(hours=9)))
    expect(line).to_contain_text(f"{there:%H:%M}")
    expect(line).not_to_contain_text("UTC")
