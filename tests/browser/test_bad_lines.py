"""What a page does behind a proxy that treats sockets and commands badly: the game goes on all the same."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bad_proxy import BadProxy, Commands
from tests.browser.conftest import MakePlayer
from tests.browser.tables import table
from tools.player import Player, play
from tools.served import Served

pytestmark = pytest.mark.browser

STATES = """() => {
    const box = document.getElementById("status");
    window.states = [box.dataset.state];
    const keep = () => window.states.push(box.dataset.state);
    new MutationObserver(keep).observe(box, { attributeFilter: ["data-state"] });
}"""


@pytest.fixture
def proxy(served: Served) -> Iterator[BadProxy]:
    """A bad way to the server."""
    with BadProxy(served.url).open() as it:
        yield it


def seal(player: Player, number: int) -> str:
    """Choose the card of that number and press the button, whatever becomes of it. Returns the choice."""
    page = player.page
    for where in page.locator("[data-seal] [data-where]").all()[:1]:
        where.evaluate("input => input.click()")
    card = page.locator("[data-seal] .choice input[name=choice]:enabled").nth(number)
    card.evaluate("input => input.click()")
    page.locator(".seal-button").click()
    return card.get_attribute("value") or ""


def without_socket(player: Player, proxy: BadProxy) -> None:
    """The page is loaded anew where no socket can be opened."""
    proxy.sockets = "refuse"
    proxy.break_all()
    player.page.reload()
    expect(player.page.locator("#status")).to_have_attribute("data-state", "lost")


def play_without_sockets(players: list[Player]) -> None:
    """Play three choices, while no page has had a socket since its states are kept."""
    play(players, choices=3)
    for player in players:
        assert "live" not in player.page.evaluate("window.states")


def play_with_sockets_again(proxy: BadProxy, players: list[Player]) -> None:
    """Let sockets through, wait until every page has one, and play a choice."""
    proxy.sockets = "pass"
    for player in players:
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live", timeout=60_000)
    play(players, choices=1)


@pytest.mark.slow("the page asks now and then")
@pytest.mark.parametrize("commands", ["lose", "lose answer", "hold"])
def test_a_choice_whose_post_is_lost_never_takes_the_place_of_a_later_one(
    person: MakePlayer, proxy: BadProxy, commands: Commands
) -> None:
    (ada,) = table(person, "Ada", away=["Ben"], url=proxy.url)
    ada.wait_for_turn()
    without_socket(ada, proxy)
    proxy.commands = commands
    with ada.page.expect_event("requestfailed", lambda request: request.url.endswith("/do")):
        seal(ada, 0)
        if commands == "hold":
            ada.page.wait_for_timeout(300)
            assert proxy.held
    proxy.commands = "pass"
    later = seal(ada, 1)
    sealed = ada.page.locator("[data-seal]")
    expect(sealed).to_have_attribute("data-sealed", later)
    for answer in proxy.release():
        assert b'"superseded"' in answer
    # the first one would have been tried again by now
    ada.page.wait_for_timeout(6_000)
    expect(sealed).to_have_attribute("data-sealed", later)
    ada.page.reload()
    expect(sealed).to_have_attribute("data-sealed", later)


@pytest.mark.slow("the page gives up a silent socket")
def test_a_proxy_that_opens_sockets_and_lets_nothing_through_does_not_stop_the_game(
    person: MakePlayer, proxy: BadProxy
) -> None:
    ada, ben = table(person, "Ada", "Ben", url=proxy.url)
    proxy.sockets = "swallow"
    proxy.break_all()
    for player in (ada, ben):
        player.page.reload()
        player.page.evaluate(STATES)
    for player in (ada, ben):
        expect(player.page.locator("#status[data-js-polled]")).to_have_count(1)
    play_without_sockets([ada, ben])
    for player in (ada, ben):
        assert is_there(player.page)
    # two pages open one each before and after the reload; then they come back at a growing distance
    assert longest_run(proxy.opened, 1.0) <= 6
    play_with_sockets_again(proxy, [ada, ben])


@pytest.mark.slow("the page gives up a silent socket")
def test_a_proxy_that_lets_the_first_message_through_alone_is_found_out(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = table(person, "Ada", "Ben", url=proxy.url)
    proxy.sockets = "begin"
    proxy.break_all()
    for player in (ada, ben):
        player.page.reload()
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        expect(player.page.locator("#status[data-js-polled]")).to_have_count(1, timeout=30_000)
        player.page.evaluate(STATES)
    play_without_sockets([ada, ben])
    play_with_sockets_again(proxy, [ada, ben])


@pytest.mark.slow("sockets are opened for a while")
def test_a_socket_closed_once_it_is_open_is_opened_ever_later(person: MakePlayer, proxy: BadProxy) -> None:
    (ada,) = table(person, "Ada", away=["Ben"], url=proxy.url)
    proxy.sockets = "close"
    proxy.break_all()
    proxy.opened.clear()
    ada.page.evaluate(STATES)
    ada.page.wait_for_timeout(12_000)
    assert "live" not in ada.page.evaluate("window.states.slice(1)")
    assert 3 <= len(proxy.opened) <= 9
    assert proxy.opened[-1] - proxy.opened[-2] > 1.5
    proxy.sockets = "pass"
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live", timeout=60_000)


def is_there(page: Page) -> bool:
    """Whether nobody on the page is missing: those who ask are there as those with a socket are."""
    return page.locator("#guests [data-presence=offline]").count() == 0


def longest_run(moments: list[float], seconds: float) -> int:
    """The most of these moments within so many seconds."""
    return max((sum(0 <= other - one < seconds for other in moments) for one in moments), default=0)
