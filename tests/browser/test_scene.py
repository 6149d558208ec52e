"""The picture of the table: the moves of a film lead to the very table that a fresh page has, whoever sees how much of
it; pieces are buttons, and the camera goes there and back."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.laid import AT_REST, FRESH, HERE, choose_film
from tests.browser.posed import go, pose, seat
from tests.browser.tables import table, table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

REVEALS = whole(3, 2)
LOOKS, LOOK_MS = 200, 300
MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Pages on which things move, and no larger than needed: what moves is drawn at every frame."""

# nothing is fetched as long as the page itself is not there yet
BOTH = f"""async before => {{
    if (!({AT_REST})() || document.getElementById("scene").dataset.tableId === before) return false;
    const [fresh, here] = [await ({FRESH})(), ({HERE})()];
    const isThere = ({AT_REST})() && fresh.table_id === here.table_id && fresh.table_id !== before;
    return isThere && {{ fresh, here }};
}}"""


def shows_what_lies_there(page: Page, before: str) -> str:
    """Waits until the page shows another table than that of the name ``before``, the latest; a page that came now shows
    the very same one. The name of that table."""
    here, fresh = None, None
    for _ in range(LOOKS):
        if both := page.evaluate(BOTH, before):
            here, fresh = both["here"], both["fresh"]
            if here == fresh:
                return str(here["table_id"])
            # that somebody has sealed may still be on its way to the page
        page.wait_for_timeout(LOOK_MS)
    assert here == fresh
    raise TimeoutError(f"the page still shows the table {before}")


@pytest.mark.slow("three pages draw films")
@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_films_that_are_seen_skipped_or_left_out_end_in_the_table_of_a_fresh_page(
    person: MakePlayer, game: str
) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING, bots=1, game=game)
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
        shown = [shows_what_lies_there(page, table_id) for page in pages]
        table_id = shown[-1]
    # none of them had to be loaded anew for that
    assert [page.evaluate("window.isTheSame") for page in pages] == [True] * 3


def test_a_page_of_another_version_loads_itself_anew_and_never_guesses(person: MakePlayer) -> None:
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.route_web_socket("**/live*", listen)
        return player

    ada, _ = table_with_remote(join, settings=MOVING, bots=2)
    before = ada.page.evaluate(HERE)
    ada.page.evaluate("window.isOld = true")
    moves = [{"id": "pawn-0", "to": "road-3"}, {"id": "pawn-1", "to": "a-place-that-nobody-knows"}]
    film = {"from": before["table_id"], "to": "1/99", "seals": [], "steps": [{"moves": moves}]}
    with ada.page.expect_navigation():
        sockets[-1].send(json.dumps({"version": 1, "film": film}))
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    assert ada.page.evaluate("window.isOld") is None
    assert ada.page.evaluate(HERE) == before
    # what is said of it on the console is meant for whoever looks for the reason
    ada.problems.clear()


def test_the_last_film_seen_again_leaves_the_table_as_it_was(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING, bots=1)
    choose_film(ada.page, "fast")
    began = ada.page.evaluate(HERE)["table_id"]
    ada.choose()
    ben.choose()
    shown = shows_what_lies_there(ada.page, began)
    ada.page.keyboard.press("m")
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.wait_for_function(AT_REST, timeout=60_000)
    assert shows_what_lies_there(ada.page, began) == shown


def test_a_tap_on_a_place_chooses_it_and_a_tap_on_another_brings_it_close(person: MakePlayer) -> None:
    ada = seat(person("Ada"), "Ada")
    go(ada, pose("adel_verpflichtet", "location"))
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
