"""A borrowed browser forgets who played on it: what it kept, and the tabs that are still open."""

import pytest
from playwright.sync_api import expect

from tests.browser.access import SMALL_TARGETS, fits, wrong
from tests.browser.conftest import DESK, PHONE, MakePlayer

pytestmark = pytest.mark.browser

KEPT = "async () => [Object.keys(localStorage).length, (await navigator.serviceWorker.getRegistrations()).length]"


def test_nothing_is_left_and_open_tabs_let_go(person: MakePlayer) -> None:
    ada = person("Ada")
    ada.open_room()
    table = ada.page.url
    other = ada.context.new_page()
    other.goto(table)
    expect(other.locator("#chairs")).to_contain_text("Ada")
    ada.page.evaluate("localStorage.setItem('signet-motion', 'off')")
    ada.page.goto(ada.url)
    ada.page.get_by_role("link", name="Forget me on this device").click()
    expect(ada.page.locator(".warning")).to_contain_text("Only this device holds")
    for size in (DESK, PHONE):
        ada.page.set_viewport_size(size)
        assert fits(ada.page)
        assert wrong(ada.page) == []
        assert ada.page.evaluate(SMALL_TARGETS) == []
    ada.page.get_by_role("button", name="Forget me").click()
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()
    assert ada.context.cookies() == []
    expect(other.get_by_role("heading", name="You're invited")).to_be_visible()
    expect(other.get_by_role("textbox", name="Your name")).to_have_value("")
    ada.page.wait_for_function(f"async () => (await ({KEPT})()).every(count => count === 0)")
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()
