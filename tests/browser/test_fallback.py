"""Page without a socket: it does all that a page with one does, hidden or visible."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.bad_proxy import BadProxy
from tests.browser.conftest import MakePlayer
from tests.browser.remote import RemotePlayer
from tests.browser.tables import start_mixed_table
from tests.browser.test_bad_lines import reload_without_socket
from tools.player import Player
from tools.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow("the page asks now and then")]

SIGHT = """isHidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SOUNDS = """() => {
  window.sounds = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...all) { window.sounds += 1; return start.apply(this, all); };
}"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(each => each.body).join();
}"""


@pytest.fixture
def browser(windowed_browser: Browser) -> Browser:
    """Browser that shows notifications."""
    return windowed_browser


@pytest.fixture
def proxy(served: Served) -> Iterator[BadProxy]:
    """Proxy of bad behaviour in front of the server."""
    with BadProxy(served.url).open() as it:
        yield it


def expect_text(page: Page, what: str, words: str | re.Pattern[str]) -> None:
    """Expect these words on the page within some polls."""
    expect(page.locator(what)).to_contain_text(words)


NO_SOCKETS = {
    "missing": "delete window.WebSocket",
    "forbidden": """window.WebSocket = class {
      constructor() { throw new DOMException("forbidden by policy", "SecurityError"); }
    }""",
}
"""Init scripts that break sockets as extensions and policies do."""

WRAPPED = """const Kept = window.WebSocket;
  window.WebSocket = function (...all) { return new Kept(...all); };"""


CASES: dict[str, tuple[Callable[[RemotePlayer], None], Callable[[Page], None]]] = {
    "a line is in the chat": (
        lambda ben: ben.do(do="say", text="Good evening"),
        lambda page: expect_text(page, ".chat-lines", "Good evening"),
    ),
    "a line is read aloud": (
        lambda ben: ben.do(do="say", text="Still there?"),
        lambda page: expect_text(page, "#announcer", "Still there?"),
    ),
    "an unread line marks the chat": (
        lambda ben: ben.do(do="say", text="Psst"),
        lambda page: expect(page.locator("#chat-button[data-js-new]")).to_have_count(1),
    ),
    "a pause is told": (
        lambda ben: ben.do(do="pause"),
        lambda page: expect_text(page, ".toast", "Ben paused the game."),
    ),
    "a resumed game is asked again": (
        lambda ben: ben.do(do="resume"),
        lambda page: expect(page.locator(".seal-button")).to_be_visible(),
    ),
    "a vote is shown": (
        lambda ben: ben.do(do="vote", motion="end", on=True),
        lambda page: expect_text(page, "#votes", "Ben wants to end the game."),
    ),
    "a nudge stands": (
        lambda ben: ben.do(do="nudge", seat=0),
        lambda page: expect_text(page, ".toast", "Ben is nudging you: it's your turn."),
    ),
    "who is away is shown": (
        lambda ben: ben.do(do="away", on=True),
        lambda page: expect(page.locator("#seat-1[data-presence=away]")).to_have_count(1),
    ),
    "who has sealed is shown": (
        lambda ben: ben.choose(),
        lambda page: expect(page.locator("#seat-1[data-state=sealed]")).to_have_count(1),
    ),
}
"""Events at a table, in a possible order, and the page's text after each."""


def test_visible_page_shows_the_same_without_socket(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = start_proxied_table(person, proxy)
    reload_without_socket(ada, proxy)
    expect(ada.page.locator("#status[data-js-polled]")).to_have_count(1)
    # The clock follows the room's time.
    expect(ada.page.locator(".deadline time")).to_have_text(re.compile(r"\d:\d\d"))
    # Others see the player as present.
    assert "here" in str(ada.page.locator("#seat-0").get_attribute("data-presence"))
    for _what, (does, is_shown) in CASES.items():
        does(ben)
        is_shown(ada.page)
    # The film of a reveal is played.
    ada.choose()
    expect(ada.page.locator("html.has-film")).to_have_count(1)
    expect(ada.page.locator("#log [data-clause]").first).to_be_attached()


def test_hidden_page_signals_the_turn_without_socket(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = start_proxied_table(person, proxy, permissions=["notifications"])
    reload_without_socket(ada, proxy)
    ada.page.locator("#settings").evaluate("sheet => sheet.showPopover()")
    ada.page.get_by_role("switch", name="Browser notifications").click()
    expect(ada.page.locator("html")).to_have_attribute("data-notices", "on")
    ada.page.keyboard.press("Escape")
    ada.page.evaluate(SOUNDS)
    ada.choose()
    plain = ada.page.title()
    icon = ada.page.locator("link[rel=icon]").get_attribute("href")
    ada.page.evaluate(SIGHT, True)
    until = time.monotonic() + 90
    # The next turn is random.
    while ada.page.title() == plain and time.monotonic() < until:
        if ben.is_asked:
            ben.choose()
        ada.page.wait_for_timeout(300)
    assert "your turn" in ada.page.title()
    assert ada.page.locator("link[rel=icon]").get_attribute("href") != icon
    ada.page.wait_for_function("() => window.sounds > 0")
    ada.page.wait_for_function(f"async () => (await ({NOTICES})()).includes('turn')")
    # A private context has no push service; notifications work all the same.
    ada.problems[:] = [problem for problem in ada.problems if "Push API" not in problem]


def test_page_ends_when_its_seat_is_removed(person: MakePlayer, proxy: BadProxy) -> None:
    (ada, ben), _ = start_mixed_table(person, ["Ada", "Ben"], ["Carla"], url=proxy.url)
    reload_without_socket(ben, proxy)
    expect(ben.page.locator("#status[data-js-polled]")).to_have_count(1)
    ada.page.locator("#seat-1 .seat-face").click()
    ada.page.locator("#removal-1 summary").click()
    ada.page.locator("#removal-1").get_by_role("button").click()
    expect(ben.page).to_have_url(re.compile("/gone$"))
    ben.problems.clear()


@pytest.mark.parametrize("kind", NO_SOCKETS)
def test_browser_without_sockets_polls_from_the_start(person: MakePlayer, kind: str) -> None:
    ada, ben = start_proxied_table(person)
    ada.context.add_init_script(NO_SOCKETS[kind])
    ada.page.reload()
    expect(ada.page.locator("#status[data-js-polled]")).to_have_text("slow updates")
    ada.wait_for_turn()
    ada.choose()
    ben.choose()
    expect(ada.page.locator("#log [data-clause]").first).to_be_attached()


def test_socket_wrapped_by_an_extension_is_used(person: MakePlayer) -> None:
    ada, _ben = start_proxied_table(person)
    ada.context.add_init_script(WRAPPED)
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    with ada.page.expect_event("websocket"):
        ada.page.reload()
    posts: list[str] = []
    ada.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    ada.wait_for_turn()
    ada.choose()
    assert not posts


def start_proxied_table(
    person: MakePlayer, proxy: BadProxy | None = None, **settings: object
) -> tuple[Player, RemotePlayer]:
    """Start a table of Ada with a page, perhaps behind the proxy, and Ben without one."""
    made = {"reduced_motion": "reduce", **settings}
    (ada,), (ben,) = start_mixed_table(
        person,
        ["Ada"],
        ["Ben"],
        url=proxy.url if proxy else None,
        settings=made,
        options={"clock": "relaxed", "grace": "1"},
    )
    ada.wait_for_turn()
    return ada, ben
