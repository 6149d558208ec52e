"""A player is called back by clicks: the switch in the settings, a nudge, a notice while the page is out of sight."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access import SMALL_TARGETS, fits, wrong
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sheets import row
from tests.browser.tables import table
from tools.player import Player

pytestmark = pytest.mark.browser


@pytest.fixture
def browser(whole_browser: Browser) -> Browser:
    """One that has notices."""
    return whole_browser


SIGHT = """isHidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(each => `${each.tag}: ${each.body}`).join();
}"""
WAITED = """async wanted => {
  const worker = await navigator.serviceWorker.ready;
  const all = await worker.getNotifications();
  return all.map(each => each.body).join() === wanted;
}"""


def settings(player: Player) -> Page:
    """The page with its sheet of settings open."""
    row(player.page, "Settings").click()
    expect(player.page.locator("#settings")).to_be_visible()
    return player.page


def expected(player: Player, words: str) -> None:
    """What the browser complained of in these words was to come."""
    rest = [problem for problem in player.problems if words not in problem]
    assert len(rest) < len(player.problems)
    player.problems[:] = rest


def nudges(player: Player, seat: int) -> None:
    """Presses Nudge at that seat."""
    player.page.locator(f"#seat-{seat} .seat-face").click()
    player.page.locator(f"#more-{seat}").get_by_role("button", name="Nudge").click()
    player.page.keyboard.press("Escape")


@pytest.mark.slow("three pages of the whole browser are open")
def test_a_nudge_calls_a_player_on_the_page_and_out_of_sight_by_one_notice(person: MakePlayer) -> None:
    ada, ben, carla = table(person, "Ada", "Ben", "Carla", phone="Ben", settings={"permissions": ["notifications"]})
    page = settings(ben)
    page.get_by_role("switch", name="Browser notifications").click()
    expect(page.locator("html")).to_have_attribute("data-notices", "on")
    # what lies half under the sheet's head is not small
    page.locator("#settings").evaluate("sheet => sheet.scrollTo(0, 0)")
    assert wrong(page) == []
    assert fits(page)
    assert page.evaluate(SMALL_TARGETS) == []
    page.keyboard.press("Escape")
    nudges(ada, 1)
    expect(page.locator(".toast")).to_contain_text("Ada is nudging you: it's your turn.")
    assert page.evaluate(NOTICES) == "", "who looks needs no notice"
    page.evaluate(SIGHT, True)
    nudges(carla, 1)
    page.wait_for_function(WAITED, arg="Carla is nudging you: it's your turn.")
    page.evaluate(SIGHT, False)
    page.wait_for_function(WAITED, arg="")
    # a browser context that keeps nothing has no push service: notices come all the same
    expected(ben, "Push API")


def test_without_permission_the_switch_says_so_and_stays_off(person: MakePlayer) -> None:
    (ada,) = table(person, "Ada", bots=1)
    page = settings(ada)
    switch = page.get_by_role("switch", name="Browser notifications")
    switch.click()
    expect(page.locator("#notices-refused")).to_be_visible()
    expect(switch).not_to_be_checked()


def test_the_page_of_mails_and_webhook_is_sound(person: MakePlayer) -> None:
    ada = person("Ada", viewport=PHONE, has_touch=True)
    ada.open_room()
    page = settings(ada)
    page.get_by_role("link", name="Email and chat notifications").click()
    page.get_by_label("Webhook address").fill("https://127.0.0.1/hook")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("point to a public server")
    expected(ada, "status of 422")
    assert wrong(page) == []
    assert fits(page)
    assert page.evaluate(SMALL_TARGETS) == []


def test_a_call_of_the_push_service_is_shown_and_leads_to_its_table(person: MakePlayer) -> None:
    (ada,) = table(person, "Ada", bots=1, settings={"permissions": ["notifications"]})
    page = settings(ada)
    page.get_by_role("switch", name="Browser notifications").click()
    expect(page.locator("html")).to_have_attribute("data-notices", "on")
    expected(ada, "Push API")
    room = page.url.rpartition("/")[2]
    said = {"title": "Your turn", "body": "It's your turn.", "tag": room, "url": f"/r/{room}"}
    deliver(page, json.dumps(said))
    page.wait_for_function(WAITED, arg="It's your turn.")
    deliver(page, json.dumps(said | {"body": "Ben is nudging you: it's your turn."}))
    page.wait_for_function(WAITED, arg="Ben is nudging you: it's your turn.")


def deliver(page: Page, data: str) -> None:
    """What the browser does when its push service has a message for this page's server."""
    session = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not known:
        page.wait_for_timeout(20)
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": known[0]["registrationId"], "data": data},
    )
    session.detach()


def test_one_page_has_all_ways_and_the_browser_comes_first(person: MakePlayer) -> None:
    ada = person(permissions=[])
    ada.open_room()
    page = ada.page
    page.goto(f"{page.url}/calls")
    titles = page.locator("main h2").all_inner_texts()
    assert titles[0] == "In this browser"
    assert {"By email", "In your group chat"} <= set(titles)
    switch = page.get_by_role("switch", name=re.compile("Browser notifications"))
    expect(switch).not_to_be_checked()
    # nobody has allowed it here: it says so, and stays off
    switch.click()
    expect(page.get_by_text("Notifications are blocked for this page.")).to_be_visible()
    expect(switch).not_to_be_checked()
