"""Focus ring: visible on every surface, in all schemes, unlike the coach's light."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from engine import registry
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as

pytestmark = pytest.mark.browser

RING = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const [field, piece, place] = [at, at.dataset.piece?.split(" ")[0], at.dataset.place?.split(" ")[0]];
    const spot = at.closest(".by-piece:not(.is-needed)")
        && document.getElementById(piece ? `it-${piece}` : `at-${place}`);
    const box = spot || (field.matches(":is(.choice, .pick, .way) input") ? field.nextElementSibling : field);
    const style = getComputedStyle(box);
    return {
        what: field.outerHTML.slice(0, 90),
        width: style.outlineWidth, style: style.outlineStyle, colour: style.outlineColor, line: style.boxShadow,
    };
}"""
"""Script for the style of the ring around the focused element or its stand-in."""

LUMINANCE = """colour => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(each => {
        const part = each / 255;
        return part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
    });
    return .2126 * red + .7152 * green + .0722 * blue;
}"""

PRESSES = 14


def iterate_rings(page: Page) -> Iterator[dict[str, str]]:
    """Yield the rings of so many presses of Tab."""
    for _ in range(PRESSES):
        page.keyboard.press("Tab")
        if ring := page.evaluate(RING):
            yield ring


def contrast(page: Page, one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted(page.evaluate(LUMINANCE, each) for each in (one, other))
    return float((light + 0.05) / (dark + 0.05))


@pytest.mark.slow("six pages, walked through key by key")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ring_has_two_colours_for_contrast_everywhere(person: MakePlayer, scheme: str) -> None:
    ada = seat_as(person(viewport=DESK, color_scheme=scheme))
    seen = 0
    places = [ada.url, f"{ada.url}/rules/adel_verpflichtet"]
    places += [f"{ada.url}/r/{get_pose(game, name).code}" for game in registry.GAMES for name in ("lobby", "action")]
    for place in places:
        ada.page.goto(place)
        for ring in iterate_rings(ada.page):
            assert (ring["width"], ring["style"]) == ("3px", "solid"), f"{place} {ring}"
            line = ring["line"].partition(")")[0] + ")"
            assert contrast(ada.page, ring["colour"], line) >= 4.5, f"{place} {ring}"
            seen += 1
    assert seen > 40


@pytest.mark.parametrize("colours", ["none", "active"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_ring_differs_from_the_light_of_the_coach(person: MakePlayer, game: str, colours: str) -> None:
    page = open_pose(seat_as(person(viewport=PHONE, forced_colors=colours)), get_pose(game, "action"))
    page.evaluate("document.querySelector('.seal-button').classList.add('is-lit')")
    page.add_style_tag(url="/static/css/coach.css")
    lit = page.locator(".seal-button").evaluate(
        "lit => { const { outlineStyle, outlineColor } = getComputedStyle(lit); return [outlineStyle, outlineColor]; }"
    )
    rings = [[ring["style"], ring["colour"]] for ring in iterate_rings(page) if "is-lit" not in ring["what"]]
    assert rings
    assert lit not in rings
