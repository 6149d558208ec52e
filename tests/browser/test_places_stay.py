"""Stable layout: seats, picture, dock and places keep their rectangles.

The tests go through a round: choosing, sealing, the film and the next prompt."""

from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine import registry
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

CHOICES = whole(3, 2)
"""Number of choices to make, with the films after them."""

TABLES = list(product(registry.GAMES, (PHONE, DESK)))[:: whole(1, 3)]
"""Every game at every size; in the daily run, each game at one size."""

FRAME = ("#guests", "#scene", ".dock")

WATCH = """frame => {
    const where = element => Object.values(element.getBoundingClientRect().toJSON()).map(Math.round).join(" ");
    // the camera moves the whole world: a place is measured within it
    const within = place => [place.offsetLeft, place.offsetTop, place.offsetWidth, place.offsetHeight].join(" ");
    const measure = () => new Map([
        ...frame.map(each => [each, where(document.querySelector(each))]),
        ...[...document.querySelectorAll("#world .place")].map(place => [place.id, within(place)]),
    ]);
    const was = measure();
    window.moved = new Set();
    const look = () => {
        const now = measure();
        for (const id of new Set([...was.keys(), ...now.keys()])) {
            if (was.get(id) !== now.get(id)) window.moved.add(`${id}: ${was.get(id)} became ${now.get(id)}`);
        }
    };
    // what comes and goes within a frame nobody sees
    let planned = 0;
    const note = () => { planned ||= requestAnimationFrame(() => { planned = 0; look(); }); };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    return was.size;
}"""
"""Script that records moved rectangles before every frame that follows a change.

It returns the number of rectangles watched."""

MOVED = "() => new Promise(done => requestAnimationFrame(() => done([...window.moved])))"


CHOOSE = """() => {
    const form = document.querySelector("[data-seal]");
    const best = form.querySelector("[data-pick-best]");
    const names = new Set([...form.querySelectorAll("input[type=radio]")].map(input => input.name));
    if (best) best.click();
    else for (const name of names) form.querySelector(`input[name="${name}"]`).click();
    form.querySelector(".seal-button").click();
}"""
"""Script that chooses something in the dock or on the table, and seals it."""


def list_moved(page: Page) -> list[str]:
    """Return the parts whose rectangle has changed since the watch began."""
    return sorted(page.evaluate(MOVED))


def play_film(player: Player) -> None:
    """Choose, and wait for the first step of the reveal's film at least."""
    was = player.page.locator("#phase").get_attribute("data-ask")
    player.page.evaluate(CHOOSE)
    film, next_ask = player.page.locator("#film"), player.page.locator(f"#phase:not([data-ask='{was}'])")
    expect(player.page.locator(f"#film:not([hidden]), #phase:not([data-ask='{was}'])").first).to_be_attached()
    if film.is_visible():
        expect(player.page.locator("#film-say")).not_to_be_empty()
        # A short film may be over before the test can press.
        player.page.locator("#film-skip").evaluate("skip => skip.click()")
    expect(next_ask).to_be_attached()


def test_check_detects_a_moved_part(person: MakePlayer) -> None:
    page = person().page
    page.set_content("""<ol id=guests></ol><div id=scene><div id=world><ul class=place id=at-till></ul></div></div>
        <div class=dock></div>""")
    assert page.evaluate(WATCH, FRAME) == len(FRAME) + 1
    page.evaluate("document.querySelector('.dock').append('news')")
    page.wait_for_function("window.moved.size > 0")
    assert [each.partition(":")[0] for each in list_moved(page)] == [".dock"]


@pytest.mark.slow("measures the table at every frame")
@pytest.mark.parametrize(("game", "size"), TABLES)
def test_round_does_not_move_the_table(person: MakePlayer, game: str, size: ViewportSize) -> None:
    moving: dict[str, object] = {"reduced_motion": "no-preference", "viewport": size}
    ada, _ = start_table_with_remote(person, bots=4, game=game, settings=moving)
    assert ada.page.evaluate(WATCH, FRAME) > len(FRAME)
    for _ in range(CHOICES):
        ada.wait_for_turn()
        play_film(ada)
    assert list_moved(ada.page) == []
