"""Browser that blocks cookies: it says so before sitting down, and leaves no seat."""

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser.conftest import PHONE, MakePlayer

pytestmark = pytest.mark.browser

BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}


def test_browser_without_cookies_reads_it_and_takes_no_seat(
    person: MakePlayer, browser_type: BrowserType, tmp_path: Path
) -> None:
    ada = person()
    link = ada.open_room()
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED), encoding="utf-8")
    path = shutil.which("chromium")
    context = browser_type.launch_persistent_context(
        str(tmp_path), executable_path=path, args=["--no-sandbox", "--headless=new"], viewport=PHONE, locale="en-GB"
    )
    page = context.new_page()
    page.goto(link)
    expect(page.locator("[data-lacks=storage]")).to_contain_text("doesn't keep cookies")
    page.get_by_label("Your name").fill("Gina")
    page.get_by_role("button", name="Join the table").click()
    expect(page.get_by_role("alert").filter(has_text="press the button again")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Gina")
    expect(ada.page.locator("#chairs .taken")).to_have_count(1)
    context.close()
