"""Reduced motion, by the system or by the device's switch; films break no rule."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.access import HELD, LOOKS, find_faults, looks
from tests.browser.conftest import MakePlayer
from tests.browser.pieces_on_page import AT_REST
from tests.browser.remote import RemotePlayer
from tests.browser.sample_tables import get_pose_before_reveal, open_pose, seat_as
from tests.browser.sheets import find_row
from tests.browser.tables import start_table_with_remote
from tests.whole import WHOLE, whole
from tools.player import Player

pytestmark = pytest.mark.browser

MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Size and settings of pages with motion, small because each frame is drawn."""

WATCH = """() => {
    window.moves = [];
    window.frames = 0;
    const still = new Set(["opacity", "computedOffset", "offset", "easing", "composite", "visibility"]);
    const look = () => {
        window.frames += 1;
        for (const each of document.getAnimations()) {
            const changed = each.effect.getKeyframes().flatMap(frame => Object.keys(frame))
                .filter(name => !still.has(name));
            if (changed.length) window.moves.push(`${each.effect.target?.outerHTML.slice(0, 80)}: ${changed}`);
        }
        requestAnimationFrame(look);
    };
    look();
}"""
"""Script that checks every frame for animations other than of opacity."""

FLIGHTS = """() => {
    window.changed = [];
    const still = new Set(["computedOffset", "offset", "easing", "composite"]);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        if (this.closest(".flights, #reveal, #scene")) {
            const frames = animation.effect.getKeyframes();
            window.changed.push(...frames.flatMap(frame => Object.keys(frame)).filter(name => !still.has(name)));
        }
        return animation;
    };
}"""
"""Script that records changes of all flying pieces from frame to frame."""


def play_until_reveal(ada: Player, ben: RemotePlayer) -> None:
    """Seal for each open prompt until a reveal has passed.

    With two players, not always both have a prompt."""
    sealed = set()
    while not ada.page.locator("#film-say").is_visible():
        if ben.is_asked:
            ben.choose()
        ask = ada.page.locator("#phase").get_attribute("data-ask")
        if ada.is_asked and ask not in sealed:
            sealed.add(ask)
            ada.pick()
            ada.page.locator(".seal-button").click()
        ada.page.wait_for_timeout(20)
    expect(ada.page.locator("#announcer")).not_to_be_empty()


def wait_for_frames(page: Page) -> None:
    """Wait until the page has checked enough frames."""
    before = page.evaluate("window.frames")
    page.wait_for_function("before => window.frames > before + 20", arg=before)


@pytest.mark.parametrize(("game", "by"), list(product(registry.GAMES, ("system", "switch")))[:: whole(1, 3)])
def test_reduced_motion_moves_nothing_during_a_reveal(person: MakePlayer, game: str, by: str) -> None:
    motion = "reduce" if by == "system" else "no-preference"
    ada, (ben,) = start_table_with_remote(person, "Ben", game=game, settings=MOVING | {"reduced_motion": motion})
    if by == "switch":
        find_row(ada.page, "Settings").click()
        ada.page.get_by_role("switch", name="Motion").uncheck()
        ada.page.keyboard.press("Escape")
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("html")).to_have_attribute("data-motion", "off")
    ada.page.evaluate(WATCH)
    play_until_reveal(ada, ben)
    wait_for_frames(ada.page)
    assert ada.page.evaluate("window.moves") == []


def test_check_sees_motion_where_allowed(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    ada.page.evaluate(WATCH)
    play_until_reveal(ada, ben)
    ada.page.wait_for_function("() => window.moves.length > 0")


@pytest.mark.parametrize("game", registry.GAMES)
def test_flights_only_move_turn_scale_and_fade(person: MakePlayer, game: str) -> None:
    """No frame of a flight may wait for the page's thread."""
    ada, (ben,) = start_table_with_remote(person, "Ben", bots=1, game=game, settings=MOVING)
    ada.page.evaluate(FLIGHTS)
    play_until_reveal(ada, ben)
    ada.page.wait_for_function(AT_REST, timeout=60_000)
    changed = set(ada.page.evaluate("window.changed"))
    assert {"translate", "opacity"} <= changed
    assert changed <= {"translate", "scale", "rotate", "opacity"}


@pytest.mark.parametrize("game", registry.GAMES)
def test_film_breaks_no_rule(person: MakePlayer, game: str) -> None:
    """Hold each step of a film.

    All others have sealed, and Ada's card reveals theirs. In the daily run the games have different sizes and schemes.
    """
    ada = seat_as(person(reduced_motion="no-preference"))
    ada.context.add_init_script(HELD)
    page = open_pose(ada, get_pose_before_reveal(game))
    ada.pick()
    page.locator(".seal-button").click()
    expect(page.locator("#film")).to_be_visible()
    expect(page.locator("#film-say")).not_to_be_empty()
    assert find_faults(page, "film", LOOKS if WHOLE else looks(2 * list(registry.GAMES).index(game))) == []
    expect(page.locator("#film")).to_be_visible()
