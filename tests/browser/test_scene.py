"""Picture of the table.

Moves of a film lead to the table of a fresh page, for every viewer. Pieces are buttons, and the camera zooms in and
back."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.pieces_on_page import AT_REST, FRESH, HERE, choose_film
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.tables import start_table, start_table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

REVEALS = whole(3, 2)
LOOKS, LOOK_MS = 200, 300
MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Size and settings of pages with motion, small because each frame is drawn."""

# The request needs a loaded page.
BOTH = f"""async before => {{
    if (!({AT_REST})() || document.getElementById("scene").dataset.tableId === before) return false;
    const [fresh, here] = [await ({FRESH})(), ({HERE})()];
    const isThere = ({AT_REST})() && fresh.table_id === here.table_id && fresh.table_id !== before;
    return isThere && {{ fresh, here }};
}}"""


def wait_for_equal_table(page: Page, before: str) -> str:
    """Wait until the page shows a newer table, as a fresh page does.

    Newer is any table with a name other than ``before``. Returns its name."""
    here, fresh = None, None
    for _ in range(LOOKS):
        if both := page.evaluate(BOTH, before):
            here, fresh = both["here"], both["fresh"]
            if here == fresh:
                return str(here["table_id"])
            # A seal of another player may still be on its way to the page.
        page.wait_for_timeout(LOOK_MS)
    assert here == fresh
    raise TimeoutError(f"the page still shows the table {before}")


@pytest.mark.slow("three pages draw films")
@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_films_end_in_the_table_of_a_fresh_page(person: MakePlayer, game: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", settings=MOVING, bots=1, game=game)
    for player, speed in ((ada, "none"), (ben, "fast")):
        choose_film(player.page, speed)
    skipping = ada.new_page()
    skipping.goto(ada.page.url)
    skipping.evaluate("document.addEventListener('signet:step', () => document.getElementById('film-skip').click())")
    pages = [ada.page, ben.page, skipping]
    for page in pages:
        page.evaluate("window.isTheSame = true")
    table_id = ""
    for _ in range(REVEALS):
        for player in (ada, ben):
            if player.is_asked:
                player.choose()
        shown = [wait_for_equal_table(page, table_id) for page in pages]
        table_id = shown[-1]
    # None of the pages was reloaded for it.
    assert [page.evaluate("window.isTheSame") for page in pages] == [True] * 3


def test_page_of_another_version_reloads(person: MakePlayer) -> None:
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.route_web_socket("**/live*", listen)
        return player

    ada, _ = start_table_with_remote(join, settings=MOVING, bots=2)
    before = ada.page.evaluate(HERE)
    ada.page.evaluate("window.isOld = true")
    moves = [{"id": "pawn-0", "to": "road-3"}, {"id": "pawn-1", "to": "a-place-that-nobody-knows"}]
    film = {"from": before["table_id"], "to": "1/99", "seals": [], "steps": [{"moves": moves}]}
    with ada.page.expect_navigation():
        sockets[-1].send(json.dumps({"version": 1, "film": film}))
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    assert ada.page.evaluate("window.isOld") is None
    assert ada.page.evaluate(HERE) == before
    # The console message tells developers the reason.
    ada.problems.clear()


def test_replayed_film_leaves_the_table_unchanged(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING, bots=1)
    choose_film(ada.page, "fast")
    began = ada.page.evaluate(HERE)["table_id"]
    ada.choose()
    ben.choose()
    shown = wait_for_equal_table(ada.page, began)
    ada.page.keyboard.press("m")
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.wait_for_function(AT_REST, timeout=60_000)
    assert wait_for_equal_table(ada.page, began) == shown


def test_tap_on_a_place_selects_or_enlarges_it(person: MakePlayer) -> None:
    ada = seat_as(person("Ada"), "Ada")
    open_pose(ada, get_pose("adel_verpflichtet", "location"))
    ada.wait_for_game()
    ada.page.locator("#at-castle").click(force=True)
    expect(ada.page.locator("#at-castle.is-picked")).to_have_count(1)
    assert ada.page.locator("[data-seal] input:checked").get_attribute("data-place") == "castle"
    scene = ada.page.locator("#scene")
    whole = ada.page.locator("#world").bounding_box()
    ada.page.locator("#at-window-0").click(force=True)
    expect(scene).to_have_attribute("data-close", "auction_house")
    close = ada.page.locator("#world").bounding_box()
    assert whole is not None and close is not None and close["width"] > 1.2 * whole["width"]
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#scene[data-close]")).to_have_count(0)
    assert ada.page.locator("#world").bounding_box() == whole
