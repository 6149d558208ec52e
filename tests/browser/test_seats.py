"""Plates of the seats above the table: nothing overlaps on any phone or language."""

from itertools import product

import pytest
from playwright.sync_api import ViewportSize, expect

from app.web.text.languages import LANGUAGES
from engine import registry
from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table
from tests.browser.words import WIDE, set_language_and_size

pytestmark = pytest.mark.browser

PHONES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 740, "height": 360},
)
NAMES = ("Ben", "Carla", "Dora", "Emil")

CROWDED = """() => [...document.querySelectorAll(".seat[data-presence=offline]")].flatMap(seat => {
    const range = document.createRange();
    range.selectNodeContents(seat.querySelector(".seat-is"));
    const word = range.getBoundingClientRect(), plate = seat.getBoundingClientRect();
    const others = [...seat.querySelectorAll(".crest, .name, .seat-state .sign, .seat-events")];
    const isOver = ({ left, right, top, bottom, width }) => width > 1
        && word.left < right && left < word.right && word.top < bottom - 1 && top < word.bottom - 1;
    const found = others.filter(each => each.checkVisibility() && isOver(each.getBoundingClientRect()));
    const isIn = word.width > 1 && word.left >= plate.left - 1 && word.right <= plate.right + 1
        && word.top >= plate.top - 1 && word.bottom <= plate.bottom + 1;
    return [...found.map(each => `${seat.id} over ${each.classList[0]}`), ...(isIn ? [] : [`${seat.id} outside`])];
})"""
"""Script for *offline* marks that cover a part of their seat or leave its plate.

The parts are crest, name and seal."""


@pytest.mark.slow("draws tables in every language on several phones")
@pytest.mark.parametrize("game", registry.GAMES)
def test_offline_mark_covers_no_part_of_its_seat(person: MakePlayer, game: str) -> None:
    ada, *_ = start_table(person, "Ada", away=NAMES, game=game)
    found = []
    url = ada.page.url
    for language, size in (*product(LANGUAGES, PHONES), ("en", TABLET), ("en", DESK)):
        look = set_language_and_size(ada, language, size)
        ada.page.goto(url)
        expect(ada.page.locator(".seat[data-presence=offline]")).to_have_count(len(NAMES))
        ada.page.evaluate(WIDE)
        # One of them has sealed.
        ada.page.locator("#seat-2").evaluate("seat => { seat.dataset.state = 'sealed'; }")
        found += [f"{look}: {each}" for each in ada.page.evaluate(CROWDED)]
    assert found == []
