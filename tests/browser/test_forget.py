"""Borrowed browser that forgets its player: stored data and open tabs."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.cookies import get_device_cookie_name

pytestmark = pytest.mark.browser

KEPT = "async () => [Object.keys(localStorage).length, (await navigator.serviceWorker.getRegistrations()).length]"


def test_forgetting_clears_storage_and_open_tabs(person: MakePlayer) -> None:
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
        assert has_no_overflow(ada.page)
        assert find_violations(ada.page) == []
        assert ada.page.evaluate(SMALL_TARGETS) == []
    before = ada.context.cookies()
    ada.page.get_by_role("button", name="Forget me").click()
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()
    # A page with a form sets a new secret in an empty browser; it holds no seat.
    expect(other.get_by_role("heading", name="You're invited")).to_be_visible()
    left = [each["value"] for each in ada.context.cookies() if not each["name"].startswith("signet-try")]
    assert not {each["value"] for each in before} & set(left) and len(left) <= 1
    expect(other.get_by_role("textbox", name="Your name")).to_have_value("")
    ada.page.wait_for_function(f"async () => (await ({KEPT})()).every(count => count === 0)")
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()


def load_for_lost_seat(person: MakePlayer, before: str = "") -> Page:
    """Load a page whose seat is lost before the page opens its socket.

    ``before`` is an init script for the page."""
    ada = person("Ada")
    ada.open_room()
    # In this browser no service worker stands between pages and the network yet.
    page = person("Ben").page
    name = get_device_cookie_name(ada.url)
    (secret,) = (each["value"] for each in ada.context.cookies() if each["name"] == name)
    page.context.add_cookies([{"name": name, "value": secret, "url": ada.url}])

    def lose_the_seat(route: Route) -> None:
        page.context.clear_cookies()
        route.continue_()

    page.route("**/*.js*", lose_the_seat, times=1)
    page.add_init_script(before)
    page.goto(ada.page.url)
    return page


def test_page_of_a_lost_seat_reloads(person: MakePlayer) -> None:
    expect(load_for_lost_seat(person).get_by_role("heading", name="You're invited")).to_be_visible()


def test_page_that_just_reloaded_goes_to_the_invitation(person: MakePlayer) -> None:
    page = load_for_lost_seat(person, "sessionStorage.setItem('signet-loaded-again', location.pathname)")
    expect(page.get_by_role("heading", name="You're invited")).to_be_visible()
