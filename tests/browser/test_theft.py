"""Loot of a thief: large, the only buttons, with the player's own objects small."""

from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.words import find_misfits
from tests.whole import whole

pytestmark = pytest.mark.browser

LARGE_PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = (PHONE, LARGE_PHONE, TABLET, DESK)

LEAST_PX = {1440: 84, 820: 56, 390: 70, 360: 64}
"""Least width of an object with up to eight to take.

On a phone the castle is enlarged for it."""

SHOW = """([racks, objects]) => {
    const all = [...document.querySelectorAll(".world .place-show")];
    const [one] = all.flatMap(place => [...place.querySelectorAll(":scope > .piece")]);
    for (const place of all) place.replaceChildren();
    for (const place of all.slice(0, racks)) {
        place.append(...Array.from({ length: objects }, () => one.cloneNode(true)));
    }
    document.querySelector("[data-compose]").dataset.racks = racks;
}"""
"""Script that puts exhibitions of objects into the castle."""

STANDING = """() => {
    const [castle, ...shown] = ["#at-castle", ".world .place-show > .piece > .face"]
        .flatMap(name => [...document.querySelectorAll(name)]).map(each => each.getBoundingClientRect());
    const own = [...document.querySelectorAll("#hand .piece-object > .face")].map(each => each.getBoundingClientRect());
    const inset = box => [box.left + 1, box.top + 1, box.right - 1, box.bottom - 1];
    const isOver = (one, other) => {
        const [[left, top, right, bottom], far] = [inset(one), inset(other)];
        return left < far[2] && far[0] < right && top < far[3] && far[1] < bottom;
    };
    return {
        widths: shown.map(box => box.width),
        own: own.map(box => box.width),
        over: shown.flatMap((one, at) => shown.slice(at + 1).filter(other => isOver(one, other))).length,
        outside: shown.filter(box => box.left < castle.left - 4 || box.right > castle.right + 4).length,
        below: shown.filter(box => box.bottom > document.querySelector(".dock").getBoundingClientRect().top).length,
    };
}"""


def open_theft(person: MakePlayer, size: ViewportSize) -> Page:
    """Return the page of a player who has to steal."""
    page = open_pose(seat_as(person(viewport=size)), get_pose("adel_verpflichtet", "theft"))
    page.wait_for_function("document.querySelector('#prompt [data-racks]')")
    return page


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_loot_is_larger_and_the_only_button(person: MakePlayer, size: ViewportSize) -> None:
    page = open_theft(person, size)
    page.wait_for_timeout(600)
    standing = page.evaluate(STANDING)
    assert min(standing["widths"]) >= LEAST_PX[size["width"]]
    assert min(standing["widths"]) > 1.3 * max(standing["own"])
    assert page.locator("#hand .is-choice").count() == 0
    assert page.locator(".place-show .is-choice").count() == len(standing["widths"])
    assert find_misfits(page, "theft", "#hand") == []
    page.locator(".place-show .is-choice").first.click()
    assert page.locator(".place-show .is-picked").count() == 1


@pytest.mark.parametrize("size", [PHONE, LARGE_PHONE], ids=lambda size: str(size["width"]))
def test_vote_above_the_picture_keeps_the_castle_enlarged(person: MakePlayer, size: ViewportSize) -> None:
    page = open_theft(person, size)
    page.wait_for_timeout(600)
    before = page.locator("#scene").bounding_box()
    page.evaluate("""() => {
        const votes = document.getElementById("votes");
        votes.innerHTML = '<div class="vote"><p>Ben wants to end the game.</p></div>';
        votes.hidden = false;
    }""")
    page.wait_for_timeout(600)
    assert page.locator("#scene").bounding_box() != before
    standing = page.evaluate(STANDING)
    assert min(standing["widths"]) >= LEAST_PX[size["width"]]
    assert standing["outside"] == standing["below"] == 0


def test_thief_reads_the_prompt_once(person: MakePlayer) -> None:
    page = open_theft(person, DESK)
    told = page.locator("#prompt :is(.prompt-head > *, [data-compose-says])").all_inner_texts()
    assert [text for text in told if text] == ["What does your thief take?", "Tap one object from each exhibition."]


PUT = """async isNew => {
    const { putRegions } = await import("/static/js/page/regions.js");
    const prompt = document.getElementById("prompt"), fresh = prompt.cloneNode(true);
    if (isNew) prompt.querySelector("link").remove();
    fresh.title = String(isNew);
    await putRegions({ prompt: fresh.outerHTML });
    await putRegions({ prompt: fresh.outerHTML.replace("title", "data-title") });
    return document.querySelectorAll("link[href*=theft]").length;
}"""
"""Script that puts a prompt with a style sheet twice and counts the links."""


def test_style_sheet_of_a_theft_is_loaded_once(person: MakePlayer) -> None:
    page = open_theft(person, DESK)
    assert page.evaluate(PUT, False) == 1
    assert page.evaluate(PUT, True) == 1


@pytest.mark.parametrize("size", whole(SIZES, (PHONE, DESK)), ids=lambda size: str(size["width"]))
def test_all_exhibited_objects_are_fully_visible(person: MakePlayer, size: ViewportSize) -> None:
    page = open_theft(person, size)
    page.wait_for_timeout(600)
    for racks, objects in product((1, 2, 3, 4), (3, 4, 5, 6)):
        page.evaluate(SHOW, [racks, objects])
        standing = page.evaluate(STANDING)
        # Three rows on a phone are so low that six objects overlap.
        may_overlap = size["width"] < 900 and racks >= 3 and objects > 5
        what = f"{racks} exhibitions of {objects}: {standing}"
        assert len(standing["widths"]) == racks * objects
        assert (standing["over"] == 0 or may_overlap, standing["outside"], standing["below"]) == (True, 0, 0), what


def test_possible_victim_reads_of_the_thief(person: MakePlayer) -> None:
    for name, said in (
        ("Ben", ["Ada's thief is looking round your exhibition.", "It takes one object; you get the others back."]),
        ("Carla", ["Ada's thief is choosing its loot.", "Your detective is waiting at the door."]),
    ):
        page = open_pose(seat_as(person(name), name), get_pose("adel_verpflichtet", "theft"))
        assert page.locator("#prompt .prompt-head > *").all_inner_texts() == said
