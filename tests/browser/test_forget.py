"""A borrowed browser forgets who played on it: what it kept, and the tabs that are still open."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.access import SMALL_TARGETS, fits, wrong
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.cookies import device_cookie

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
    before = ada.context.cookies()
    ada.page.get_by_role("button", name="Forget me").click()
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()
    # a page with a form gives a browser that has forgotten all a new secret: nobody sits anywhere with it
    expect(other.get_by_role("heading", name="You're invited")).to_be_visible()
    left = [each["value"] for each in ada.context.cookies() if not each["name"].startswith("signet-try")]
    assert not {each["value"] for each in before} & set(left) and len(left) <= 1
    expect(other.get_by_role("textbox", name="Your name")).to_have_value("")
    ada.page.wait_for_function(f"async () => (await ({KEPT})()).every(count => count === 0)")
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()


def load_for_a_seat_that_goes(person: MakePlayer, before: str = "") -> Page:
    """A page that comes for a seat of which its browser knows nothing any more when the page opens its socket;
    ``before`` is a script for it."""
    ada = person("Ada")
    ada.open_room()
    # of a browser in which no worker stands between pages and the network yet
    page = person("Ben").page
    name = device_cookie(ada.url)
    (secret,) = (each["value"] for each in ada.context.cookies() if each["name"] == name)
    page.context.add_cookies([{"name": name, "value": secret, "url": ada.url}])

    def lose_the_seat(route: Route) -> None:
        page.context.clear_cookies()
        route.continue_()

    page.route("**/*.js*", lose_the_seat, times=1)
    page.add_init_script(before)
    page.goto(ada.page.url)
    return page


def test_a_page_that_came_for_a_seat_that_is_gone_is_loaded_again(person: MakePlayer) -> None:
    expect(load_for_a_seat_that_goes(person).get_by_role("heading", name="You're invited")).to_be_visible()


def test_one_that_was_just_loaded_again_is_led_to_the_invitation(person: MakePlayer) -> None:
    page = load_for_a_seat_that_goes(person, "sessionStorage.setItem('signet-loaded-again', location.pathname)")
    expect(page.get_by_role("heading", name="You're invited")).to_be_visible()
