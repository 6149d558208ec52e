"""Pages behind a proxy that treats sockets and commands badly: the game goes on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bad_proxy import BadProxy, Commands
from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table
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
    """Proxy of bad behaviour in front of the server."""
    with BadProxy(served.url).open() as it:
        yield it


def seal(player: Player, number: int) -> str:
    """Choose the card of a number and press the button; return the choice.

    The command itself may be lost."""
    page = player.page
    for where in page.locator("[data-seal] [data-where]").all()[:1]:
        where.evaluate("input => input.click()")
    card = page.locator("[data-seal] .choice input[name=choice]:enabled").nth(number)
    card.evaluate("input => input.click()")
    page.locator(".seal-button").click()
    return card.get_attribute("value") or ""


def reload_without_socket(player: Player, proxy: BadProxy) -> None:
    """Reload the page while no socket can be opened."""
    proxy.sockets = "refuse"
    proxy.break_all()
    player.page.reload()
    expect(player.page.locator("#status")).to_have_attribute("data-state", "lost")


def play_without_sockets(players: list[Player]) -> None:
    """Play three choices while no page has a socket."""
    play(players, choices=3)
    for player in players:
        assert "live" not in player.page.evaluate("window.states")


def play_with_sockets_again(proxy: BadProxy, players: list[Player]) -> None:
    """Let sockets pass, wait until every page has one, and play a choice."""
    proxy.sockets = "pass"
    for player in players:
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live", timeout=60_000)
    play(players, choices=1)


@pytest.mark.slow("the page asks now and then")
@pytest.mark.parametrize("commands", ["lose", "lose answer", "hold"])
def test_lost_choice_never_replaces_a_later_one(person: MakePlayer, proxy: BadProxy, commands: Commands) -> None:
    (ada,) = start_table(person, "Ada", away=["Ben"], url=proxy.url)
    ada.wait_for_turn()
    reload_without_socket(ada, proxy)
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
    # By now the first one would have been sent again.
    ada.page.wait_for_timeout(6_000)
    expect(sealed).to_have_attribute("data-sealed", later)
    ada.page.reload()
    expect(sealed).to_have_attribute("data-sealed", later)


@pytest.mark.slow("the page gives up a silent socket")
def test_game_goes_on_when_sockets_open_but_stay_empty(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = start_table(person, "Ada", "Ben", url=proxy.url)
    proxy.sockets = "swallow"
    proxy.break_all()
    for player in (ada, ben):
        player.page.reload()
        player.page.evaluate(STATES)
    for player in (ada, ben):
        expect(player.page.locator("#status[data-js-polled]")).to_have_count(1)
    play_without_sockets([ada, ben])
    for player in (ada, ben):
        assert sees_all_present(player.page)
    # Two pages open one each before and after the reload; then the delay grows.
    assert count_longest_run(proxy.opened, 1.0) <= 6
    play_with_sockets_again(proxy, [ada, ben])


@pytest.mark.slow("the page gives up a silent socket")
def test_page_detects_sockets_that_pass_one_message(person: MakePlayer, proxy: BadProxy) -> None:
    ada, ben = start_table(person, "Ada", "Ben", url=proxy.url)
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
def test_sockets_that_close_at_once_reopen_with_growing_delay(person: MakePlayer, proxy: BadProxy) -> None:
    (ada,) = start_table(person, "Ada", away=["Ben"], url=proxy.url)
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


def sees_all_present(page: Page) -> bool:
    """Return whether the page shows all players as present.

    Players who poll are present like those with a socket."""
    return page.locator("#guests [data-presence=offline]").count() == 0


def count_longest_run(moments: list[float], seconds: float) -> int:
    """Return the largest number of moments within so many seconds."""
    return max((sum(0 <= other - one < seconds for other in moments) for one in moments), default=0)
