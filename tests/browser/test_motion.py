"""For whom movement disturbs nothing moves: by the system's word or by the device's own switch. Films break no rule."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.access import HELD, LOOKS, faults, looks
from tests.browser.conftest import MakePlayer
from tests.browser.laid import AT_REST
from tests.browser.posed import go, seat, to_be_revealed
from tests.browser.remote import RemotePlayer
from tests.browser.sheets import row
from tests.browser.tables import table_with_remote
from tests.whole import WHOLE, whole
from tools.player import Player

pytestmark = pytest.mark.browser

MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Pages on which things move, and no larger than needed: what moves is drawn at every frame."""

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
"""Looks at every frame for animations and transitions that change anything but how much something shows."""

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
"""Notes what changes from frame to frame of all that moves over the table."""


def opens(ada: Player, ben: RemotePlayer) -> None:
    """Whoever is asked seals, until a reveal passes by: with two, not always both are asked at once."""
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


def seen_frames(page: Page) -> None:
    """Waits until the page has looked at enough frames."""
    before = page.evaluate("window.frames")
    page.wait_for_function("before => window.frames > before + 20", arg=before)


@pytest.mark.parametrize(("game", "by"), list(product(registry.GAMES, ("system", "switch")))[:: whole(1, 3)])
def test_nothing_moves_during_a_reveal_where_nothing_may(person: MakePlayer, game: str, by: str) -> None:
    motion = "reduce" if by == "system" else "no-preference"
    ada, (ben,) = table_with_remote(person, "Ben", game=game, settings=MOVING | {"reduced_motion": motion})
    if by == "switch":
        row(ada.page, "Settings").click()
        ada.page.get_by_role("switch", name="Motion").uncheck()
        ada.page.keyboard.press("Escape")
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("html")).to_have_attribute("data-motion", "off")
    ada.page.evaluate(WATCH)
    opens(ada, ben)
    seen_frames(ada.page)
    assert ada.page.evaluate("window.moves") == []


def test_where_it_may_the_watch_sees_movement(person: MakePlayer) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    ada.page.evaluate(WATCH)
    opens(ada, ben)
    ada.page.wait_for_function("() => window.moves.length > 0")


@pytest.mark.parametrize("game", registry.GAMES)
def test_what_flies_is_only_moved_turned_scaled_and_faded(person: MakePlayer, game: str) -> None:
    """So that no frame of a flight waits for the page's thread."""
    ada, (ben,) = table_with_remote(person, "Ben", bots=1, game=game, settings=MOVING)
    ada.page.evaluate(FLIGHTS)
    opens(ada, ben)
    ada.page.wait_for_function(AT_REST, timeout=60_000)
    changed = set(ada.page.evaluate("window.changed"))
    assert {"translate", "opacity"} <= changed
    assert changed <= {"translate", "scale", "rotate", "opacity"}


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_film_breaks_no_rule(person: MakePlayer, game: str) -> None:
    """Each step held: all others have sealed, and Ada's card reveals them. Every day one game has the one size and
    scheme, and the other game the other ones."""
    ada = seat(person(reduced_motion="no-preference"))
    ada.context.add_init_script(HELD)
    page = go(ada, to_be_revealed(game))
    ada.pick()
    page.locator(".seal-button").click()
    expect(page.locator("#film")).to_be_visible()
    expect(page.locator("#film-say")).not_to_be_empty()
    assert faults(page, "film", LOOKS if WHOLE else looks(2 * list(registry.GAMES).index(game))) == []
    expect(page.locator("#film")).to_be_visible()
