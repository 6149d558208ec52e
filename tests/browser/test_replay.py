"""Replay of a game with a picture: every way leads to the server's picture."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.pieces_on_page import FRESH, HERE, choose_film
from tests.browser.sample_tables import list_all_poses, seat_as
from tests.browser.test_beats import READY
from tests.browser.test_scene import MOVING
from tests.browser.test_sounds import HEARD
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

LOOKS, LOOK_MS = 60, 150
FLIES = "() => document.querySelector('.flights *, .is-away, #reveal:not([hidden])') !== null"
SLID = """(slider, place) => {
    slider.value = place;
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
}"""


BEFORE_BEAT = """async () => {
    const { stops } = await (await fetch(document.getElementById("ways").dataset.films)).json();
    const place = stops.findIndex(({ beat, sound }) => beat && sound);
    return [place - 1, stops[place].beat.name];
}"""
"""Script for the stop before the first one with a beat and a sound."""


def open_replay(player: Player, game: str, query: str = "") -> Page:
    """Open the replay of a finished game."""
    page, over = (
        seat_as(player).page,
        next(each for each in list_all_poses() if (each.game, each.phase) == (game, "finished")),
    )
    page.goto(f"{player.url}/r/{over.code}/replay{query}")
    choose_film(page, "fast")
    # From here on the films are loaded.
    expect(page.locator("#slider[aria-valuetext]")).to_be_attached()
    return page


def wait_for_server_picture(page: Page) -> None:
    """Wait until the page shows its address's stop as a fresh page does."""
    fresh = page.evaluate(FRESH)
    for _ in range(LOOKS):
        if not page.evaluate(FLIES) and page.evaluate(HERE)["table_id"] == fresh["table_id"]:
            break
        page.wait_for_timeout(LOOK_MS)
    assert page.evaluate(HERE) == fresh


@pytest.mark.slow("compares a page with that of the server again and again")
@pytest.mark.parametrize(("game", "perspective"), [("adel_verpflichtet", "open"), ("edel_stein_reich", "0")])
def test_steps_and_jumps_lead_to_the_servers_picture(person: MakePlayer, game: str, perspective: str) -> None:
    page = open_replay(person(**MOVING), game, f"?perspective={perspective}")
    asked: list[str] = []
    wait_for_server_picture(page)
    page.on("request", lambda request: asked.append(request.resource_type))
    last = int(page.locator("#slider").get_attribute("max") or 0)
    ways = ["ArrowRight"] * whole(5, 3) + ["PageDown"] * 2 + ["ArrowRight"] * whole(3, 1) + ["ArrowLeft"] * 2
    ways += ["PageUp"] * whole(2, 1)
    for key in ways:
        page.keyboard.press(key)
        wait_for_server_picture(page)
    jumps = (last // 2, last // 3, last)[-whole(3, 2) :]
    for place in jumps:
        page.locator("#slider").evaluate(SLID, place)
        wait_for_server_picture(page)
    page.keyboard.press("ArrowLeft")
    wait_for_server_picture(page)
    # Only this test has made requests, for the server's pictures.
    assert len(asked) == asked.count("fetch") == len(ways) + len(jumps) + 1


def test_slider_works_once_films_can_be_fetched(person: MakePlayer) -> None:
    player, lost = person(**MOVING), "**/replay/films?*"
    page, over = seat_as(player).page, next(each for each in list_all_poses() if each.phase == "finished")
    page.route(lost, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.goto(f"{player.url}/r/{over.code}/replay")
    slider = page.locator("#slider")
    last = int(slider.get_attribute("max") or 0)
    # As long as the films are missing, the page loads anew rather than do nothing.
    with page.expect_event("load"):
        slider.evaluate(SLID, last)
    page.unroute(lost)
    slider.evaluate(SLID, last)
    expect(page).to_have_url(re.compile("at="))
    wait_for_server_picture(page)
    expect(slider).to_have_value(str(last))


def test_step_forward_has_its_sound_and_beat(person: MakePlayer) -> None:
    ada = person(**MOVING)
    ada.context.add_init_script(f"({HEARD})()")
    page = open_replay(ada, "adel_verpflichtet")
    page.wait_for_function(READY)
    place, name = page.evaluate(BEFORE_BEAT)
    page.locator("#slider").evaluate(SLID, place)
    wait_for_server_picture(page)
    page.evaluate("window.heard = 0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f".beat-{name}")).to_be_visible()
    expect(page.locator(".beat")).to_have_count(0)
    assert page.evaluate("window.heard") > 0
    wait_for_server_picture(page)
    page.evaluate("window.heard = 0")
    page.keyboard.press("ArrowLeft")
    wait_for_server_picture(page)
    assert page.evaluate("window.heard") == 0
    expect(page.locator(".beat")).to_have_count(0)
