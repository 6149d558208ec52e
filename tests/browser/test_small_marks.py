"""Legibility of small parts of Adel verpflichtet: counts, marks, letters, names.

Taps explain them."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from app.web.text.languages import LANGUAGES
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.words import WIDE, set_language_and_size

pytestmark = pytest.mark.browser

GAME = "adel_verpflichtet"
LARGE_PHONE: ViewportSize = {"width": 390, "height": 844}

HAND = """() => [...document.querySelectorAll("#hand .piece:not(.is-blocked)")].map(piece => {
    const { x, y, width } = piece.getBoundingClientRect();
    return [x, y, width].join(" ");
})"""

TOGETHER = """([road, many]) => {
    const pawns = [...document.querySelectorAll(".piece-pawn")];
    document.getElementById(road).append(...pawns.slice(0, many));
    const hidden = pawns.slice(0, many).filter(pawn => {
        const { x, y, width, height } = pawn.querySelector("b").getBoundingClientRect();
        const at = document.elementsFromPoint(x + width / 2, y + height / 2).find(each => each.closest(".piece-pawn"));
        return at?.closest(".piece-pawn") !== pawn;
    });
    return hidden.map(pawn => pawn.id);
}"""
"""Script that puts pawns on one space.

It returns those whose letter another pawn hides."""

OVERLAP = """([one, other]) => {
    const text = document.createRange();
    text.selectNodeContents(document.querySelector(one));
    const [a, b] = [text, document.querySelector(other)].map(each => each.getBoundingClientRect());
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}"""

CUT_COUNTS = """() => {
    const { top } = document.querySelector("#prompt .choices").getBoundingClientRect();
    return [...document.querySelectorAll(".run [data-js-count]")]
        .filter(each => each.getBoundingClientRect().top + parseFloat(getComputedStyle(each, "::after").top) < top - .5)
        .length;
}"""

GREY = """choices => choices.insertAdjacentHTML("beforeend",
    '<div class="blocked by-piece" data-blocked-piece="detective-0"><p>Only at the castle. <a>?</a></p></div>')
"""
"""Script that makes a card unplayable."""

IN_STRIP = """() => {
    const [line, dock, seal] = [".why-not", ".dock", ".seal-button"]
        .map(name => document.querySelector(name).getBoundingClientRect());
    const isOver = line.right > seal.left && line.bottom > seal.top && line.top < seal.bottom;
    return line.top >= dock.top && !isOver;
}"""
"""Script for whether the explanation is in the dock, beside the seal button."""

BANQUET = """() => {
    const tops = name => [...document.querySelectorAll(name)].map(each => Math.round(each.getBoundingClientRect().top));
    const lines = [...document.querySelectorAll(".guest-card")].map(card => {
        const [place, name] = [".guest-place", ".guest-name"].map(each => card.querySelector(each));
        return name.getBoundingClientRect().left > place.getBoundingClientRect().right - 1;
    });
    return { ranks: new Set(tops(".guest-place")).size, beside: lines.every(Boolean) };
}"""


def open_table(person: MakePlayer, name: str, size: ViewportSize) -> Page:
    """Return Ada's page at a posed table, with nothing over it."""
    page = open_pose(seat_as(person(viewport=size)), get_pose(GAME, name))
    page.locator("#hand .piece-object").first.wait_for()
    return page


@pytest.mark.parametrize("size", [PHONE, LARGE_PHONE, DESK], ids=lambda size: str(size["width"]))
def test_tap_on_a_grey_card_explains_it(person: MakePlayer, size: ViewportSize) -> None:
    page = open_table(person, "action", size)
    page.locator("#prompt .choices").evaluate(GREY)
    blocked = page.locator("#hand .piece.is-blocked").first
    expect(blocked).to_be_visible()
    before = page.evaluate(HAND)
    blocked.click()
    expect(page.locator(".why-not")).to_have_text(re.compile(r"\w.*\."))
    assert page.evaluate(HAND) == before
    assert page.evaluate(IN_STRIP)


def test_tap_explains_thief_numbers_and_cells(person: MakePlayer) -> None:
    page = open_table(person, "action", DESK)
    page.locator("#hand [data-face^=thief]").first.click()
    expect(page.locator(".why-not")).to_contain_text("highest number steals first")
    page.locator(".place-cell").first.click(force=True)
    expect(page.locator(".why-not")).to_contain_text("the last cell is free")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=lambda size: str(size["width"]))
def test_counts_and_selection_marks_are_visible(person: MakePlayer, size: ViewportSize) -> None:
    page = open_table(person, "exhibition", size)
    page.locator("[data-pick-best]").click()
    assert page.locator(".run [data-js-count]").count() > 0
    assert page.evaluate(CUT_COUNTS) == 0
    mark = page.locator("#hand .is-picked").first.evaluate("piece => getComputedStyle(piece, '::after').content")
    assert "✓" in mark


@pytest.mark.parametrize("size", [PHONE, DESK], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("many", [3, 4, 5])
def test_pawns_on_one_space_show_their_letters(person: MakePlayer, size: ViewportSize, many: int) -> None:
    page = open_table(person, "location", size)
    for road in ("at-road-0", "at-road-9"):
        assert page.evaluate(TOGETHER, [road, many]) == []


@pytest.mark.slow("a page in each of five languages")
def test_name_of_cells_lies_beside_the_plate(person: MakePlayer) -> None:
    ada = seat_as(person(viewport=PHONE))
    for language in LANGUAGES:
        for size in (PHONE, LARGE_PHONE, DESK):
            look = set_language_and_size(ada, language, size)
            page = open_pose(ada, get_pose(GAME, "location"))
            assert not page.evaluate(OVERLAP, [".label-cells", ".board-sign.pair"]), look


def test_banquet_ranks_stand_beside_their_names(person: MakePlayer) -> None:
    page = open_pose(seat_as(person()), get_pose(GAME, "finished"))
    page.locator(".guest-name .name").first.evaluate("name => { name.textContent = 'Dame Euphemia of the Hills'; }")
    assert page.evaluate(BANQUET) == {"ranks": 1, "beside": True}


ALONE = """() => {
    const scroll = document.querySelector("#log .log-scroll");
    const word = document.createRange();
    const found = [];
    for (let width = 200; width < 420; width += 3) {
        scroll.style.width = `${width}px`;
        for (const chip of scroll.querySelectorAll("li .clause")) {
            const [own, ...more] = chip.getClientRects();
            word.selectNodeContents(chip.parentElement);
            word.setEndBefore(chip);
            const last = [...word.getClientRects()].filter(rect => rect.width > 1).at(-1);
            const isBeside = own.left >= last.right - 1 && own.top < last.bottom && last.top < own.bottom;
            if (more.length || !isBeside) found.push(`${width}: ${chip.parentElement.innerText}`);
        }
    }
    return found;
}"""
"""Script for chips of the log that break or leave their word's line.

It tries sheets of any width."""

BEYOND = """() => [...document.querySelectorAll(":is(#guests .crest, .pawn):has([href$='-diamond'])")].filter(mark => {
    const [letter, drawing] = ["b", "svg"].map(name => mark.querySelector(name));
    if (!letter.checkVisibility()) return false;
    letter.textContent = "M";
    letter.className = "broad";
    const box = letter.getBoundingClientRect(), whole = drawing.getBoundingClientRect();
    // a diamond of 28 by 33 units; on a pawn nine tenths of it, below the hat
    const [wide, middle, high] = mark.matches(".pawn") ? [25.2, 24.2, 48] : [28, 18, 36];
    const unit = whole.height / high;
    const offset = Math.abs((box.top + box.bottom) / 2 - whole.top - middle * unit);
    return box.width > .62 * wide * unit || offset > .12 * wide * unit;
}).map(mark => `${mark.className} ${mark.closest("[id]").id}`)"""
"""Script for diamonds with an M that is too broad or too low."""


def test_rule_mark_stays_beside_its_last_word(person: MakePlayer) -> None:
    page = open_table(person, "action", PHONE)
    page.locator("#log").evaluate("sheet => sheet.showPopover()")
    assert page.locator("#log li .clause").count() > 5
    assert page.evaluate(ALONE) == []


def test_broad_letter_fits_its_diamond(person: MakePlayer) -> None:
    ada = seat_as(person())
    for name in ("location", "finished"):
        page = open_pose(ada, get_pose(GAME, name))
        page.evaluate(WIDE)
        for size in (PHONE, LARGE_PHONE, DESK):
            page.set_viewport_size(size)
            assert page.evaluate(BEYOND) == [], (name, size)
        assert page.locator(".broad:visible").count()
