"""Game below a sub-path in Chromium, beside a neighbour at the root of the name."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.proxied.sub_path import BELOW, SharedName, share_name
from tools.player import play

pytestmark = pytest.mark.browser

SCOPES = "async () => (await navigator.serviceWorker.getRegistrations()).map(each => new URL(each.scope).pathname)"
KEPT = "async () => [Object.keys(localStorage), await caches.keys()]"
"""Script for what the browser keeps for the name."""
IS_KEPT = f"async () => Boolean(await caches.match('{BELOW}/offline', {{ ignoreSearch: true }}))"


@pytest.fixture(params=[False, True], ids=["path-passed-on", "path-removed"])
def shared(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SharedName]:
    with share_name(tmp_path, removes_path=request.param) as made:
        yield made


def list_foreign_requests(page: Page, root: str) -> list[str]:
    """Return a growing list of the page's requests outside the sub-path."""
    found: list[str] = []

    def note(url: str) -> None:
        if url.startswith("http") and url != f"{root}{BELOW}" and not url.startswith(f"{root}{BELOW}/"):
            found.append(url)

    page.on("request", lambda request: note(request.url))
    page.on("websocket", lambda socket: note(socket.url.replace("ws:", "http:", 1)))
    return found


@pytest.mark.slow("a game of two pages, twice")
def test_game_below_a_path_leaves_its_neighbour_alone(person: MakePlayer, shared: SharedName) -> None:
    ada, ben = (person(name, shared.url) for name in ("Ada", "Ben"))
    foreign = [list_foreign_requests(player.page, shared.root) for player in (ada, ben)]
    link = ada.open_room(grace="0")
    assert link.startswith(f"{shared.url}/r/")
    ben.sit_down(link)
    ada.begin()
    ben.wait_for_game()
    play([ada, ben], choices=4)
    assert ada.page.locator("#log [data-clause]").count()
    for player in (ada, ben):
        player.page.reload()
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
    play([ada, ben], choices=2)
    for name in ("#menu", ".all-rounds"):
        expect(ada.page.locator(name).first).to_be_attached()
    assert ada.page.evaluate(SCOPES) == [f"{BELOW}/"]
    assert foreign == [[], []]
    elsewhere = ada.context.new_page()
    elsewhere.goto(f"{shared.root}/")
    assert {cookies for _, cookies in shared.asked} == {""}
    elsewhere.evaluate("() => { localStorage.setItem('neighbour', '1'); return caches.open('neighbour'); }")
    ada.page.goto(f"{shared.url}/forget")
    ada.page.get_by_role("button", name="Forget me").click()
    expect(ada.page.get_by_role("heading", name="Forgotten")).to_be_visible()
    ada.page.wait_for_function(f"async () => (await ({SCOPES})()).length === 0")
    ada.page.wait_for_function(f"async () => String(await ({KEPT})()) === 'neighbour,neighbour'")


def test_offline_page_below_a_path(person: MakePlayer, tmp_path: Path) -> None:
    with share_name(tmp_path) as shared:
        ada = person("Ada", shared.url)
        ada.open_room()
        ada.page.wait_for_function("() => navigator.serviceWorker.controller")
        ada.page.wait_for_function(IS_KEPT)
        shared.stop_proxy()
        ada.page.reload()
        expect(ada.page.get_by_role("heading", name="No connection")).to_be_visible()
        assert ada.page.locator("main img").evaluate("each => each.complete && each.naturalWidth > 0")
        ada.problems[:] = [each for each in ada.problems if "ERR_CONNECTION_REFUSED" not in each]
