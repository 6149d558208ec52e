"""Operator's page in a real browser: sign-in by keyboard, reading, sign-out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.access import find_faults
from tests.browser.conftest import PHONE
from tools.served import Served

pytestmark = pytest.mark.browser

TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture
def admin_served(tmp_path: Path) -> Iterator[Served]:
    """Server with a token for its operator's page."""
    server = Served(tmp_path, {"SIGNET_ADMIN_TOKEN": TOKEN})
    server.start()
    yield server
    server.stop()


@pytest.mark.slow("a server of its own is started")
def test_operator_page_breaks_no_rule(browser: Browser, admin_served: Served) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{admin_served.url}/admin")
    found = find_faults(page, "form")
    page.get_by_label("Token").fill(f"{TOKEN}?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Wrong token.")
    found += find_faults(page, "wrong")
    page.get_by_label("Token").fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Database")).to_be_visible()
    expect(page.locator("dl")).to_contain_text(["0.2.0", "SQLite", "Playing", "Open connections", "Nothing", "None"])
    found += find_faults(page, "figures")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{admin_served.url}/")
    page.goto(f"{admin_served.url}/admin")
    expect(page.get_by_label("Token")).to_be_visible()
    context.close()
    assert found == []
