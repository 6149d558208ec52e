"""Wake lock of phones during a game: the browser's lock, else a silent film."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser

HOME = "signet.local"
"""Name of a server at home, to whose pages no browser gives a lock."""


@pytest.fixture(scope="module")
def home_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Browser for which this machine is another host of the network."""
    rule = f"--host-resolver-rules=MAP {HOME} 127.0.0.1"
    launch = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], rule]}
    one = browser_type.launch(**launch)
    yield one
    one.close()


LOCKS = """() => {
    window.locks = 0;
    const lock = { released: false, release: async () => { lock.released = true; window.locks -= 1; } };
    const request = async () => { lock.released = false; window.locks += 1; return lock; };
    Object.defineProperty(navigator, "wakeLock", { configurable: true, get: () => ({ request }) });
}"""
PLAYS = "() => { const film = document.querySelector('video.awake-film'); return Boolean(film) && !film.paused; }"
RESTS = "() => { const film = document.querySelector('video.awake-film'); return !film || film.paused; }"
HIDDEN = """isHidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def press_nothing(page: Page) -> None:
    """Press on an empty part of the page."""
    page.mouse.click(2, page.viewport_size["height"] - 2 if page.viewport_size else 700)


def toggle_pause(player: Player, *, is_resting: bool) -> None:
    """Pause the game as its host, or resume it."""
    player.page.evaluate(
        """async on => {
            const rail = document.querySelector("[data-live]");
            const body = new URLSearchParams({ do: on ? "pause" : "resume" });
            await fetch(rail.dataset.do, { method: "POST", headers: { Accept: "application/json" }, body });
        }""",
        is_resting,
    )


@pytest.mark.slow("a browser of its own")
def test_film_keeps_a_phone_awake_without_a_lock(home_browser: Browser, person: MakePlayer) -> None:
    (ada,) = start_table(person, "Ada", away=["Ben"])
    address = urlsplit(ada.page.url)
    home = f"http://{HOME}:{address.port}"
    context = home_browser.new_context(locale="en-GB", reduced_motion="reduce")
    secrets = {each["name"]: each["value"] for each in ada.context.cookies() if "name" in each and "value" in each}
    context.add_cookies([{"name": name, "value": secrets[name], "url": home} for name in secrets])
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(home + address.path)
    expect(page.locator("#status[data-state=live]")).to_have_count(1)
    assert page.evaluate("isSecureContext || Boolean(navigator.wakeLock)") is False
    assert page.evaluate(RESTS), "nothing plays before somebody presses anything"
    press_nothing(page)
    page.wait_for_function(PLAYS)
    film = page.evaluate(
        "() => { const film = document.querySelector('video.awake-film');"
        " return [film.muted, film.loop, film.playsInline, film.currentSrc.split('/').at(-1)]; }"
    )
    assert film[:3] == [False, False, True]
    page.wait_for_function("() => document.querySelector('video.awake-film').currentTime > 0.5")
    box = page.locator("video.awake-film").bounding_box()
    assert box is not None and 0 < box["width"] <= 2 and box["x"] >= 0
    page.evaluate(HIDDEN, True)
    page.wait_for_function(RESTS)
    page.evaluate(HIDDEN, False)
    page.wait_for_function(PLAYS)
    toggle_pause(ada, is_resting=True)
    page.wait_for_function(RESTS)
    press_nothing(page)
    assert page.evaluate(RESTS), "a game that rests lets the phone sleep"
    toggle_pause(ada, is_resting=False)
    page.wait_for_function(PLAYS)
    # It plays on after its end.
    page.wait_for_timeout(5_000)
    assert page.evaluate(PLAYS)
    assert errors == []
    context.close()


def test_browser_lock_is_taken_if_available(person: MakePlayer) -> None:
    def locking(*names: Any, **settings: Any) -> Player:
        player = person(*names, **settings)
        player.context.add_init_script(f"({LOCKS})()")
        return player

    (ada,) = start_table(locking, "Ada", away=["Ben"])
    page = ada.page
    page.wait_for_function("() => window.locks === 1")
    press_nothing(page)
    page.evaluate(HIDDEN, True)
    page.wait_for_function("() => window.locks === 0")
    page.evaluate(HIDDEN, False)
    page.wait_for_function("() => window.locks === 1")
    toggle_pause(ada, is_resting=True)
    page.wait_for_function("() => window.locks === 0")
    assert page.locator("video").count() == 0
