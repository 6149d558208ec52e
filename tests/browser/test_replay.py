"""The replay of a game whose table is a picture: whatever way one goes, what lies there is what the server draws."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.laid import FRESH, HERE, choose_film
from tests.browser.posed import poses, seat
from tests.browser.test_scene import MOVING
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

LOOKS, LOOK_MS = 60, 150
FLIES = "() => document.querySelector('.flights *, .is-away, #reveal:not([hidden])') !== null"
SLID = """(slider, place) => {
    slider.value = place;
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
}"""


def at_the_replay_of(player: Player, game: str, query: str = "") -> Page:
    """The replay of a game that was played to its end."""
    page, over = seat(player).page, next(each for each in poses() if (each.game, each.phase) == (game, "finished"))
    page.goto(f"{player.url}/r/{over.code}/replay{query}")
    choose_film(page, "fast")
    # the films are there
    expect(page.locator("#slider[aria-valuetext]")).to_be_attached()
    return page


def shows_what_the_server_draws(page: Page) -> None:
    """Waits until the page shows the stop of its address, and all lies there as on a page that came now."""
    fresh = page.evaluate(FRESH)
    for _ in range(LOOKS):
        if not page.evaluate(FLIES) and page.evaluate(HERE)["table_id"] == fresh["table_id"]:
            break
        page.wait_for_timeout(LOOK_MS)
    assert page.evaluate(HERE) == fresh


@pytest.mark.slow("compares a page with that of the server again and again")
@pytest.mark.parametrize(("game", "eyes"), [("adel_verpflichtet", "open"), ("edel_stein_reich", "0")])
def test_forward_backward_and_by_jumps_all_lies_as_the_server_draws_it(
    person: MakePlayer, game: str, eyes: str
) -> None:
    page = at_the_replay_of(person(**MOVING), game, f"?eyes={eyes}")
    asked: list[str] = []
    shows_what_the_server_draws(page)
    page.on("request", lambda request: asked.append(request.resource_type))
    last = int(page.locator("#slider").get_attribute("max") or 0)
    ways = ["ArrowRight"] * whole(5, 3) + ["PageDown"] * 2 + ["ArrowRight"] * whole(3, 1) + ["ArrowLeft"] * 2
    ways += ["PageUp"] * whole(2, 1)
    for key in ways:
        page.keyboard.press(key)
        shows_what_the_server_draws(page)
    jumps = (last // 2, last // 3, last)[-whole(3, 2) :]
    for place in jumps:
        page.locator("#slider").evaluate(SLID, place)
        shows_what_the_server_draws(page)
    page.keyboard.press("ArrowLeft")
    shows_what_the_server_draws(page)
    # only this test has asked, for what the server draws
    assert len(asked) == asked.count("fetch") == len(ways) + len(jumps) + 1
