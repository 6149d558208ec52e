"""Notifications by clicks: the switch in the settings, a nudge, a browser notice."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sheets import find_row
from tests.browser.tables import start_table
from tests.proxied.sub_path import BELOW, share_name
from tools.player import Player

pytestmark = pytest.mark.browser


@pytest.fixture
def browser(windowed_browser: Browser) -> Browser:
    """Browser that shows notifications."""
    return windowed_browser


SIGHT = """isHidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(each => `${each.tag}: ${each.body}`).join();
}"""
LED_TO = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(each => each.data.url)"
WAITED = """async wanted => {
  const worker = await navigator.serviceWorker.ready;
  const all = await worker.getNotifications();
  return all.map(each => each.body).join() === wanted;
}"""


def open_settings(player: Player) -> Page:
    """Open the sheet of settings and return the page."""
    find_row(player.page, "Settings").click()
    expect(player.page.locator("#settings")).to_be_visible()
    return player.page


def drop_expected_problem(player: Player, words: str) -> None:
    """Remove the page's one problem, which has these words."""
    rest = [problem for problem in player.problems if words not in problem]
    assert len(rest) < len(player.problems)
    player.problems[:] = rest


def nudge(player: Player, seat: int) -> None:
    """Press Nudge at a seat."""
    player.page.locator(f"#seat-{seat} .seat-face").click()
    player.page.locator(f"#more-{seat}").get_by_role("button", name="Nudge").click()
    player.page.keyboard.press("Escape")


@pytest.mark.slow("three pages of the whole browser are open")
def test_nudge_notifies_on_the_page_and_by_one_notice(person: MakePlayer) -> None:
    ada, ben, carla = start_table(
        person, "Ada", "Ben", "Carla", phone="Ben", settings={"permissions": ["notifications"]}
    )
    page = open_settings(ben)
    page.get_by_role("switch", name="Browser notifications").click()
    expect(page.locator("html")).to_have_attribute("data-notices", "on")
    # A target half under the sheet's head is not too small.
    page.locator("#settings").evaluate("sheet => sheet.scrollTo(0, 0)")
    assert find_violations(page) == []
    assert has_no_overflow(page)
    assert page.evaluate(SMALL_TARGETS) == []
    page.keyboard.press("Escape")
    nudge(ada, 1)
    expect(page.locator(".toast")).to_contain_text("Ada is nudging you: it's your turn.")
    assert page.evaluate(NOTICES) == "", "who looks needs no notice"
    page.evaluate(SIGHT, True)
    nudge(carla, 1)
    page.wait_for_function(WAITED, arg="Carla is nudging you: it's your turn.")
    page.evaluate(SIGHT, False)
    page.wait_for_function(WAITED, arg="")
    # A private context has no push service; notifications work all the same.
    drop_expected_problem(ben, "Push API")


def test_switch_explains_missing_permission_and_stays_off(person: MakePlayer) -> None:
    (ada,) = start_table(person, "Ada", bots=1)
    page = open_settings(ada)
    switch = page.get_by_role("switch", name="Browser notifications")
    switch.click()
    expect(page.locator("#notices-refused")).to_be_visible()
    expect(switch).not_to_be_checked()


def test_page_of_mail_and_webhook_breaks_no_rule(person: MakePlayer) -> None:
    ada = person("Ada", viewport=PHONE, has_touch=True)
    ada.open_room()
    page = open_settings(ada)
    page.get_by_role("link", name="Email and chat notifications").click()
    page.get_by_label("Webhook address").fill("https://127.0.0.1/hook")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("point to a public server")
    drop_expected_problem(ada, "status of 422")
    assert find_violations(page) == []
    assert has_no_overflow(page)
    assert page.evaluate(SMALL_TARGETS) == []


def test_push_message_is_shown_and_opens_its_table(person: MakePlayer) -> None:
    (ada,) = start_table(person, "Ada", bots=1, settings={"permissions": ["notifications"]})
    page = open_settings(ada)
    page.get_by_role("switch", name="Browser notifications").click()
    expect(page.locator("html")).to_have_attribute("data-notices", "on")
    drop_expected_problem(ada, "Push API")
    room = page.url.rpartition("/")[2]
    said = {"title": "Your turn", "body": "It's your turn.", "tag": room, "url": f"/r/{room}"}
    deliver_push(page, json.dumps(said))
    page.wait_for_function(WAITED, arg="It's your turn.")
    deliver_push(page, json.dumps(said | {"body": "Ben is nudging you: it's your turn."}))
    page.wait_for_function(WAITED, arg="Ben is nudging you: it's your turn.")


def test_push_message_leads_below_a_sub_path(person: MakePlayer, tmp_path: Path) -> None:
    with share_name(tmp_path) as shared:
        (ada,) = start_table(person, "Ada", bots=1, url=shared.url, settings={"permissions": ["notifications"]})
        page = open_settings(ada)
        page.get_by_role("switch", name="Browser notifications").click()
        expect(page.locator("html")).to_have_attribute("data-notices", "on")
        drop_expected_problem(ada, "Push API")
        room = page.url.rpartition("/")[2]
        deliver_push(page, json.dumps({"title": "Your turn", "body": "Now!", "tag": room, "url": f"/r/{room}"}))
        page.wait_for_function(WAITED, arg="Now!")
        assert page.evaluate(LED_TO) == [f"{BELOW}/r/{room}"]
        page.get_by_role("switch", name="Browser notifications").click()
        expect(page.locator("html")).to_have_attribute("data-notices", "off")


def deliver_push(page: Page, data: str) -> None:
    """Deliver a message of the push service to this page's worker."""
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


def test_page_lists_all_channels_with_the_browser_first(person: MakePlayer) -> None:
    ada = person(permissions=[])
    ada.open_room()
    page = ada.page
    page.goto(f"{page.url}/calls")
    titles = page.locator("main h2").all_inner_texts()
    assert titles[0] == "In this browser"
    assert {"By email", "In your group chat"} <= set(titles)
    switch = page.get_by_role("switch", name=re.compile("Browser notifications"))
    expect(switch).not_to_be_checked()
    # Permission is missing here: the switch says so and stays off.
    switch.click()
    expect(page.get_by_text("Notifications are blocked for this page.")).to_be_visible()
    expect(switch).not_to_be_checked()
