"""Signet as an app: offline page, offer to install, system share sheet."""

import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.text.languages import LANGUAGES
from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sheets import find_row
from tests.browser.tables import start_table
from tests.browser.words import set_language_and_size
from tests.whole import whole

pytestmark = pytest.mark.browser


@pytest.fixture
def browser(windowed_browser: Browser) -> Browser:
    """Browser that can install apps."""
    return windowed_browser


READY = "() => navigator.serviceWorker.ready.then(known => known.active.scriptURL)"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const each of await (await caches.open(name)).keys()) found.push(new URL(each.url).pathname);
  }
  return found.sort();
}"""
IS_KEPT = f"async paths => String(await ({KEPT})()) === String(paths)"
KEPT_IN = "async language => Boolean(await caches.match(`/offline?language=${language}`))"
AGED = """async language => {
  const kept = await caches.open("signet-offline"), page = await kept.match(`/offline?language=${language}`);
  const headers = new Headers(page.headers);
  headers.set("Date", new Date(Date.now() - 90_000_000).toUTCString());
  await kept.put(`/offline?language=${language}`, new Response("yesterday's", { headers }));
}"""
IS_FRESH = """async language => {
  const page = await caches.match(`/offline?language=${language}`);
  return (await page.text()).includes("<html");
}"""
OFFLINE = ["/offline", "/static/css/offline.css", "/static/img/seal.svg"]
OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = async () => { document.documentElement.dataset.asked = "yes"; };
  dispatchEvent(offer);
  return offer.defaultPrevented;
}"""
SHARES = "navigator.share = async what => { document.documentElement.dataset.shared = JSON.stringify(what); };"
APPLE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1"


SAYS = {"en-GB": "No connection", "de-DE": "de"}


def wait_for_worker(page: Page) -> None:
    """Wait until this browser's service worker controls the page."""
    page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller")


@pytest.mark.parametrize(("locale", "says"), whole([*SAYS.items()], [*SAYS.items()][:1]))
def test_offline_page_is_the_only_page_in_the_cache(person: MakePlayer, locale: str, says: str) -> None:
    (ada,) = start_table(person, "Ada", bots=1, settings={"locale": locale})
    page = ada.page
    wait_for_worker(page)
    page.wait_for_function(IS_KEPT, arg=OFFLINE)
    ada.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_have_text(says if locale == "en-GB" else page.title().partition(" ·")[0])
    expect(page.locator("html")).to_have_attribute("lang", locale[:2])
    assert page.locator("img").evaluate("each => each.complete && each.naturalWidth > 0")
    assert page.locator("a.button").evaluate("each => getComputedStyle(each).minHeight") == "48px"
    assert find_violations(page) == []
    assert has_no_overflow(page)
    assert page.evaluate(SMALL_TARGETS) == []
    ada.context.set_offline(False)
    page.locator("a.button").click()
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    assert page.evaluate(KEPT) == OFFLINE
    ada.problems[:] = [each for each in ada.problems if "ERR_INTERNET_DISCONNECTED" not in each]


@pytest.mark.slow("a page is loaded in every language")
def test_worker_keeps_the_offline_page_in_the_last_language(person: MakePlayer) -> None:
    ada = person()
    page = ada.page
    versions: set[str] = set()
    devtools = ada.context.new_cdp_session(page)
    devtools.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: versions.update(each["versionId"] for each in event["versions"]),
    )
    devtools.send("ServiceWorker.enable")
    for language in LANGUAGES:
        set_language_and_size(ada, language, DESK)
        # The loop goes on whatever the worker does.
        page.goto(ada.url)
        page.goto(f"{ada.url}/offline")
    page.wait_for_function(KEPT_IN, arg=language)
    page.wait_for_function(IS_KEPT, arg=OFFLINE)
    # A worker that replaces another may lose a page requested meanwhile: it never arrives.
    assert len(versions) == 1
    ada.context.set_offline(True)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    ada.context.set_offline(False)
    # A day later the version may differ.
    page.evaluate(AGED, language)
    page.goto(ada.url)
    page.wait_for_function(IS_FRESH, arg=language)
    ada.problems[:] = [each for each in ada.problems if "ERR_INTERNET_DISCONNECTED" not in each]


def test_home_page_offers_to_install_and_respects_a_refusal(person: MakePlayer) -> None:
    ada = person("Ada", viewport=PHONE, has_touch=True)
    page = ada.page
    page.goto(ada.url)
    wait_for_worker(page)
    offer = page.locator("#install")
    expect(offer).to_be_hidden()
    assert page.evaluate(OFFER), "the browser's own bar would lie over the page"
    expect(offer).to_be_visible()
    assert find_violations(page) == []
    assert has_no_overflow(page)
    assert page.evaluate(SMALL_TARGETS) == []
    offer.get_by_role("button", name="Install").click()
    expect(page.locator("html")).to_have_attribute("data-asked", "yes")
    expect(offer).to_be_hidden()
    page.evaluate(OFFER)
    offer.get_by_role("button", name="Not now").click()
    page.reload()
    page.evaluate(OFFER)
    expect(offer).to_be_hidden()


def test_iphone_reads_that_notifications_need_the_app(person: MakePlayer) -> None:
    (ada,) = start_table(person, "Ada", bots=1, settings={"user_agent": APPLE, "viewport": PHONE, "has_touch": True})
    page = ada.page
    page.add_init_script("delete window.Notification")
    page.reload()
    find_row(page, "Settings").click()
    switch = page.get_by_role("switch", name="Browser notifications")
    switch.click()
    expect(page.locator("#settings [data-needs-app]")).to_contain_text("Add to Home Screen")
    expect(page.locator("#notices-refused")).to_be_hidden()
    expect(switch).not_to_be_checked()
    page.goto(f"{page.url}/calls")
    expect(page.locator("[data-needs-app]")).to_contain_text("Add to Home Screen")


def test_invite_link_uses_the_share_sheet_if_available(person: MakePlayer) -> None:
    ada = person("Ada", viewport=PHONE, has_touch=True)
    link = ada.open_room()
    share = ada.page.locator("[data-send=join-link]")
    expect(share).to_be_hidden()
    ada.page.add_init_script(SHARES)
    ada.page.reload()
    share.click()
    expect(ada.page.locator("html")).to_have_attribute("data-shared", f'{{"title":"Adel verpflichtet","url":"{link}"}}')
