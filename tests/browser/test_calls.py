"""Voice call that a player starts in one tap, on a real https server."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.call_server import CallServer, run_call_server
from tests.browser.conftest import DESK, PHONE
from tools.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow("a server of its own is started")]

ROOM = re.compile(r"/jitsi/signet-[a-z]{7}-[a-z]{7}-[a-z]{7}")
BUTTON = "Start a voice call (opens in a new tab)"


@pytest.fixture
def call_server(tmp_path: Path) -> Iterator[CallServer]:
    """Call server of this test."""
    with run_call_server(tmp_path) as running:
        yield running


@pytest.fixture
def calling(tmp_path: Path, call_server: CallServer) -> Iterator[Served]:
    """Server whose tables can start calls."""
    server = Served(tmp_path, {"SIGNET_CALL_SERVER": call_server.url})
    server.start()
    yield server
    server.stop()


def open_context(browser: Browser, *, is_scripted: bool = True, is_phone: bool = True) -> BrowserContext:
    """Open a browser that trusts the call server."""
    return browser.new_context(
        viewport=PHONE if is_phone else DESK,
        has_touch=is_phone,
        reduced_motion="reduce",
        ignore_https_errors=True,
        java_script_enabled=is_scripted,
    )


def open_table(page: Page, url: str) -> str:
    """Open a table for Ada; return its invite link."""
    page.goto(url)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play with friends").first.click()
    expect(page.locator(".lobby")).to_be_visible()
    link = page.locator("#join-link").get_attribute("value")
    assert link is not None
    return link


def show_chat(page: Page) -> None:
    """Open the chat, if the page does not show it already."""
    if not page.locator("#chat").is_visible():
        page.locator("#chat").evaluate("sheet => sheet.showPopover()")
    expect(page.locator("#chat")).to_be_visible()


def find_faults(page: Page, name: str) -> list[object]:
    """Return what is wrong with the page; keep a picture if a folder for it is named."""
    if folder := os.environ.get("CALL_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")
    narrow = [] if has_no_overflow(page) else [f"{name} is too wide"]
    return [*find_violations(page), *narrow, *page.evaluate(SMALL_TARGETS)]


def test_player_starts_a_call_in_one_tap(browser: Browser, calling: Served, call_server: CallServer) -> None:
    first, second = open_context(browser), open_context(browser, is_phone=False)
    ada, ben = first.new_page(), second.new_page()
    ben.goto(open_table(ada, calling.url))
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    for page in (ada, ben):
        show_chat(page)
        expect(page.get_by_role("button", name=BUTTON)).to_be_visible()
    faults = [*find_faults(ada, "call-phone"), *find_faults(ben, "call-desk")]
    with first.expect_page() as opened:
        ada.get_by_role("button", name=BUTTON).tap()
    expect(opened.value.get_by_role("heading", name="In the call")).to_be_visible()
    assert opened.value.evaluate("[opener, document.referrer]") == [None, ""]
    ((path, referrer),) = call_server.visits
    assert ROOM.fullmatch(path) and referrer is None
    for page in (ada, ben):
        link = page.get_by_role("link", name="Join the voice call at localhost")
        expect(link).to_have_attribute("href", call_server.url.removesuffix("/jitsi") + path)
        expect(page.get_by_role("button", name=BUTTON)).to_have_count(0)
    faults += [*find_faults(ada, "called-phone"), *find_faults(ben, "called-desk")]
    first.close()
    second.close()
    assert faults == []


def test_call_starts_without_scripts(browser: Browser, calling: Served, call_server: CallServer) -> None:
    context = open_context(browser, is_scripted=False)
    page = context.new_page()
    page.goto(calling.url)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play with friends").first.click()
    page.wait_for_url("**/r/*")
    with context.expect_page() as opened:
        page.get_by_role("button", name=BUTTON).click()
    expect(opened.value.get_by_role("heading", name="In the call")).to_be_visible()
    assert len(call_server.visits) == 1
    context.close()


def test_chat_and_page_before_the_call_break_no_rule(browser: Browser, calling: Served) -> None:
    context = open_context(browser)
    page = context.new_page()
    page.goto(calling.url)
    page.get_by_role("button", name="Play now against bots").first.tap()
    expect(page.locator("#scene")).to_be_visible()
    show_chat(page)
    faults = find_faults(page, "call-game")
    # an answer without content leaves the page where it is
    context.route("**/jitsi/**", lambda route: route.fulfill(status=204))
    with context.expect_page() as opened:
        page.get_by_role("button", name=BUTTON).tap()
    expect(opened.value.get_by_role("link", name="Join the voice call at localhost")).to_be_visible()
    expect(opened.value.get_by_role("link", name="Back to the table")).to_be_visible()
    assert opened.value.evaluate("opener") is None
    faults += find_faults(opened.value, "before-call")
    context.close()
    assert faults == []
