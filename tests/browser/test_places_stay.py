"""The table stays where it is: guests, picture, dock and every place of the picture keep their rectangles while one
chooses, seals, sees the film and is asked anew."""

from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine import registry
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

CHOICES = whole(3, 2)
"""So many choices are made, with the films after them."""

TABLES = list(product(registry.GAMES, (PHONE, DESK)))[:: whole(1, 3)]
"""Every game on pages of every size; every day each game in one of them."""

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
"""Notes what has moved at every frame before which anything of the page has changed. The number of things watched."""

MOVED = "() => new Promise(done => requestAnimationFrame(() => done([...window.moved])))"


CHOOSE = """() => {
    const form = document.querySelector("[data-seal]");
    const best = form.querySelector("[data-pick-best]");
    const names = new Set([...form.querySelectorAll("input[type=radio]")].map(input => input.name));
    if (best) best.click();
    else for (const name of names) form.querySelector(`input[name="${name}"]`).click();
    form.querySelector(".seal-button").click();
}"""
"""Chooses something and seals it, whether it is offered in the dock or on the table."""


def moved(page: Page) -> list[str]:
    """What has another rectangle than when the watch began."""
    return sorted(page.evaluate(MOVED))


def passes_a_film(player: Player) -> None:
    """The player chooses, and sees at least the first step of what is revealed."""
    was = player.page.locator("#phase").get_attribute("data-ask")
    player.page.evaluate(CHOOSE)
    film, next_ask = player.page.locator("#film"), player.page.locator(f"#phase:not([data-ask='{was}'])")
    expect(player.page.locator(f"#film:not([hidden]), #phase:not([data-ask='{was}'])").first).to_be_attached()
    if film.is_visible():
        expect(player.page.locator("#film-say")).not_to_be_empty()
        # a short one may be over before it can be aimed at
        player.page.locator("#film-skip").evaluate("skip => skip.click()")
    expect(next_ask).to_be_attached()


def test_what_moves_is_noticed(person: MakePlayer) -> None:
    page = person().page
    page.set_content("""<ol id=guests></ol><div id=scene><div id=world><ul class=place id=at-till></ul></div></div>
        <div class=dock></div>""")
    assert page.evaluate(WATCH, FRAME) == len(FRAME) + 1
    page.evaluate("document.querySelector('.dock').append('news')")
    page.wait_for_function("window.moved.size > 0")
    assert [each.partition(":")[0] for each in moved(page)] == [".dock"]


@pytest.mark.slow("measures the table at every frame")
@pytest.mark.parametrize(("game", "size"), TABLES)
def test_no_step_of_a_round_moves_the_table(person: MakePlayer, game: str, size: ViewportSize) -> None:
    moving: dict[str, object] = {"reduced_motion": "no-preference", "viewport": size}
    ada, _ = table_with_remote(person, bots=4, game=game, settings=moving)
    assert ada.page.evaluate(WATCH, FRAME) > len(FRAME)
    for _ in range(CHOICES):
        ada.wait_for_turn()
        passes_a_film(ada)
    assert moved(ada.page) == []
