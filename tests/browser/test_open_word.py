"""Word that opens tables, as a person with a phone meets it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import SecretStr

from app.settings.open_word import make_word_link
from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE
from tools.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow("a server of its own is started")]

WORD = SecretStr("Grüner Frosch")


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Served]:
    """Server on which opening tables takes a word."""
    server = Served(tmp_path, {"SIGNET_OPEN_WORD": WORD.get_secret_value()})
    server.start()
    yield server
    server.stop()


def find_faults(page: Page, name: str) -> list[object]:
    """Return what is wrong with the page; keep a picture if a folder for it is named."""
    if folder := os.environ.get("WORD_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
    narrow = [] if has_no_overflow(page) else [f"{name} is too wide"]
    return [*find_violations(page), *narrow, *page.evaluate(SMALL_TARGETS)]


def test_person_types_the_word_once_on_a_phone(browser: Browser, guarded: Served) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(guarded.url)
    faults = find_faults(page, "asked")
    page.get_by_label("Your name").fill("Zoë")
    field = page.get_by_label("Server password")
    field.fill("green frog")
    page.get_by_role("button", name="Play with friends").first.tap()
    expect(field).to_have_accessible_description("That isn't the password. Check it, or ask whoever runs this server.")
    expect(field).to_be_focused()
    expect(page.get_by_label("Your name")).to_have_value("Zoë")
    faults += find_faults(page, "refused")
    field.fill("grüner frosch")
    page.get_by_role("button", name="Play with friends").first.tap()
    expect(page.locator(".lobby")).to_be_visible()
    page.goto(guarded.url)
    expect(page.get_by_label("Your name")).to_have_value("Zoë")
    expect(field).to_have_count(0)
    page.goto(f"{guarded.url}/rooms/import")
    expect(field).to_have_count(0)
    context.close()
    assert faults == []


def test_hosts_link_fills_in_the_word_and_leaves_the_address(browser: Browser, guarded: Served) -> None:
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    page, sent = context.new_page(), list[str]()
    page.on("request", lambda request: sent.append(request.url))
    page.goto(make_word_link(guarded.url, WORD))
    field = page.get_by_label("Server password")
    expect(field).to_have_value(WORD.get_secret_value())
    expect(page).to_have_url(f"{guarded.url}/")
    faults = find_faults(page, "filled")
    page.get_by_role("button", name="Play now against bots").first.click()
    expect(page.locator("#scene")).to_be_visible()
    # a browser that has the word takes it out of the address all the same
    page.goto(make_word_link(guarded.url, WORD))
    expect(page).to_have_url(f"{guarded.url}/")
    assert not [url for url in sent if "word=" in url.partition("#")[0]]
    assert page.evaluate("history.length") <= 4
    context.close()
    assert faults == []


def test_word_is_typed_without_scripts(browser: Browser, guarded: Served) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{guarded.url}/rooms/import")
    faults = [] if has_label(page) else ["no field beside the file"]
    page.goto(guarded.url)
    page.get_by_label("Server password").fill("GRÜNER FROSCH")
    page.get_by_role("button", name="Play now against bots").first.click()
    page.wait_for_url("**/r/*")
    context.close()
    assert faults == []


def has_label(page: Page) -> bool:
    """Return whether the page has a field for the word."""
    return page.get_by_label("Server password").count() == 1
