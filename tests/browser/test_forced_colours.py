"""Forced colours: lines, marks and system colours replace backgrounds and shadows."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePlayer
from tests.browser.sheets import find_row
from tests.browser.tables import start_table

pytestmark = pytest.mark.browser

GAMES = ("adel_verpflichtet", "edel_stein_reich")
FORCED: dict[str, object] = {"forced_colors": "active", "film": "none"}

LINE = """element => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle === "none" ? "" : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
}"""


def read_outline(place: Locator) -> str:
    """Return the line around an element; empty without one."""
    return str(place.first.evaluate(LINE))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_switches_and_channels_show_on_and_off(person: MakePlayer, scheme: str) -> None:
    settings: dict[str, Any] = {**FORCED, "color_scheme": scheme}
    (ada,) = start_table(person, "Ada", away=["Ben"], settings=settings)
    page = ada.page
    find_row(page, "Settings").click()
    motion = page.locator("#settings .switch").first
    before = motion.screenshot()
    motion.click()
    page.mouse.move(5, 5)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(400)
    assert motion.screenshot() != before
    edge, fill = motion.evaluate(
        "each => { const s = getComputedStyle(each, '::before'); return [s.borderTopWidth, s.backgroundColor]; }"
    )
    assert edge == "2px"
    other = motion.evaluate(
        "each => { each.checked = !each.checked; return getComputedStyle(each, '::before').backgroundColor }"
    )
    assert fill != other
    ways = page.locator("#settings .way:has(:checked) span, #settings .way:not(:has(:checked)) span")
    fills = ways.evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)")
    assert len(set(fills)) == 2


@pytest.mark.parametrize("game", GAMES)
def test_choices_selection_and_turn_are_visible(person: MakePlayer, game: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", game=game, settings=FORCED)
    asked = ada if ada.is_asked else ben
    seat = 0 if asked is ada else 1
    page = asked.page
    crest = page.locator(f"#seat-{seat} .seat-face .crest")
    assert read_outline(crest).startswith("dotted")
    is_last = not (ada.is_asked and ben.is_asked)
    asked.pick()
    picked = page.locator(".is-picked, .choice input:checked + .card, .choice input:checked + .offer-card")
    expect(picked.first).to_be_visible()
    assert all(read_outline(each).startswith("solid 5px") for each in picked.all())
    others = page.locator("#scene :is(.piece, .place).is-choice:not(.is-picked)")
    assert {read_outline(each)[:10] for each in others.all()} <= {"dashed 2px"}
    mark = page.locator(".place-tray > .is-picked, .choice input:checked + .card").first
    assert mark.evaluate("each => getComputedStyle(each, '::after').content") == '"✓"'
    if is_last:
        return
    asked.seal()
    expect(page.locator(f"#seat-{seat}[data-state=sealed]")).to_have_count(1)
    assert read_outline(crest).startswith("solid 4px")
    assert read_outline(page.locator(f"#seat-{seat} .seat-face")) != read_outline(
        page.locator(f"#seat-{1 - seat} .seat-face")
    )
    wax = page.locator(".piece .wax, .choice .wax")
    assert wax.count() == 0 or read_outline(wax).startswith("solid")


@pytest.mark.parametrize("game", GAMES)
def test_focus_is_visible_on_a_selected_choice(person: MakePlayer, game: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", game=game, settings=FORCED)
    page = (ada if ada.is_asked else ben).page
    page.locator("#main").focus()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[name=choice], [data-where]')"):
            break
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    styles = page.evaluate(
        """() => {
            const field = document.activeElement;
            const face = field.nextElementSibling;
            const spots = [face, ...document.querySelectorAll(".is-focus")].filter(each => each?.checkVisibility());
            return spots.map(each => getComputedStyle(each).outlineStyle);
        }"""
    )
    assert "double" in styles, styles


def test_styles_load_only_with_forced_colours(person: MakePlayer) -> None:
    ada = person("Ada")
    ada.open_room()
    assert (
        ada.page.evaluate("[...document.styleSheets].filter(each => each.media.mediaText.includes('forced')).length")
        == 1
    )
    assert (
        ada.page.locator(".switch").first.evaluate("each => getComputedStyle(each, '::before').borderTopWidth") == "0px"
    )
