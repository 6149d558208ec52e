"""A page without a socket does all that one with a socket does, in sight and out of it."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.bad_proxy import BadProxy
from tests.browser.conftest import MakePlayer
from tests.browser.remote import RemotePlayer
from tests.browser.tables import mixed_table
from tests.browser.test_bad_lines import without_socket
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
def browser(whole_browser: Browser) -> Browser:
    """One that has notices."""
    return whole_browser


@pytest.fixture
def proxy(served: Served) -> Iterator[BadProxy]:
    """A bad way to the server."""
    with BadProxy(served.url).open() as it:
        yield it


def shows(page: Page, what: str, words: str | re.Pattern[str]) -> None:
    """The page shows those words there within some questions."""
    expect(page.locator(what)).to_contain_text(words)


NO_SOCKETS = {
    "missing": "delete window.WebSocket",
    "forbidden": """window.WebSocket = class {
      constructor() { throw new DOMException("forbidden by policy", "SecurityError"); }
    }""",
}
"""What extensions and policies do to sockets, as scripts that run before the page's own."""

WRAPPED = """const Kept = window.WebSocket;
  window.WebSocket = function (...all) { return new Kept(...all); };"""


CASES: dict[str, tuple[Callable[[RemotePlayer], None], Callable[[Page], None]]] = {
    "a line is in the chat": (
        lambda ben: ben.do(do="say", text="Good evening"),
        lambda page: shows(page, ".chat-lines", "Good evening"),
    ),
    "a line is read aloud": (
        lambda ben: ben.do(do="say", text="Still there?"),
        lambda page: shows(page, "#announcer", "Still there?"),
    ),
    "an unread line marks the chat": (
        lambda ben: ben.do(do="say", text="Psst"),
        lambda page: expect(page.locator("#chat-button[data-js-new]")).to_have_count(1),
    ),
    "a pause is told": (lambda ben: ben.do(do="pause"), lambda page: shows(page, ".toast", "Ben paused the game.")),
    "a resumed game is asked again": (
        lambda ben: ben.do(do="resume"),
        lambda page: expect(page.locator(".seal-button")).to_be_visible(),
    ),
    "a vote is shown": (
        lambda ben: ben.do(do="vote", motion="end", on=True),
        lambda page: shows(page, "#votes", "Ben wants to end the game."),
    ),
    "a nudge stands": (
        lambda ben: ben.do(do="nudge", seat=0),
        lambda page: shows(page, ".toast", "Ben is nudging you: it's your turn."),
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
"""What happens at the table, and what a page then shows, in an order in which it is possible."""


def test_in_sight_it_shows_and_tells_the_same(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = a_table(person, proxy)
    without_socket(ada, proxy)
    expect(ada.page.locator("#status[data-js-polled]")).to_have_count(1)
    # the clock runs by the table's own time
    expect(ada.page.locator(".deadline time")).to_have_text(re.compile(r"\d:\d\d"))
    # others see the player there
    assert "here" in str(ada.page.locator("#seat-0").get_attribute("data-presence"))
    for _what, (does, is_shown) in CASES.items():
        does(ben)
        is_shown(ada.page)
    # the film of a reveal is played
    ada.choose()
    expect(ada.page.locator("html.has-film")).to_have_count(1)
    expect(ada.page.locator("#log [data-clause]").first).to_be_attached()


def test_out_of_sight_the_turn_is_in_title_and_icon_sounds_and_calls(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = a_table(person, proxy, permissions=["notifications"])
    without_socket(ada, proxy)
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
    # whose turn comes next is chance
    while ada.page.title() == plain and time.monotonic() < until:
        if ben.is_asked:
            ben.choose()
        ada.page.wait_for_timeout(300)
    assert "your turn" in ada.page.title()
    assert ada.page.locator("link[rel=icon]").get_attribute("href") != icon
    ada.page.wait_for_function("() => window.sounds > 0")
    ada.page.wait_for_function(f"async () => (await ({NOTICES})()).includes('turn')")
    # a browser context that keeps nothing has no push service: notices come all the same
    ada.problems[:] = [problem for problem in ada.problems if "Push API" not in problem]


def test_a_seat_that_is_taken_away_ends_the_page(person: MakePlayer, proxy: BadProxy) -> None:
    (ada, ben), _ = mixed_table(person, ["Ada", "Ben"], ["Carla"], url=proxy.url)
    without_socket(ben, proxy)
    expect(ben.page.locator("#status[data-js-polled]")).to_have_count(1)
    ada.page.locator("#seat-1 .seat-face").click()
    ada.page.locator("#removal-1 summary").click()
    ada.page.locator("#removal-1").get_by_role("button").click()
    expect(ben.page).to_have_url(re.compile("/gone$"))
    ben.problems.clear()


@pytest.mark.parametrize("kind", NO_SOCKETS)
def test_a_browser_without_sockets_asks_from_the_beginning(person: MakePlayer, kind: str) -> None:
    ada, ben = a_table(person)
    ada.context.add_init_script(NO_SOCKETS[kind])
    ada.page.reload()
    expect(ada.page.locator("#status[data-js-polled]")).to_have_text("slow updates")
    ada.wait_for_turn()
    ada.choose()
    ben.choose()
    expect(ada.page.locator("#log [data-clause]").first).to_be_attached()


def test_a_socket_that_an_extension_wraps_is_used(person: MakePlayer) -> None:
    ada, _ben = a_table(person)
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


def a_table(person: MakePlayer, proxy: BadProxy | None = None, **settings: object) -> tuple[Player, RemotePlayer]:
    """Ada with her page, perhaps behind the proxy, and Ben without one."""
    made = {"reduced_motion": "reduce", **settings}
    (ada,), (ben,) = mixed_table(
        person,
        ["Ada"],
        ["Ben"],
        url=proxy.url if proxy else None,
        settings=made,
        options={"clock": "relaxed", "grace": "1"},
    )
    ada.wait_for_turn()
    return ada, ben
