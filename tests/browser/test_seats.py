"""The plates of the seats above the table: what stands on them lies side by side, on every phone and in every
language."""

from itertools import product

import pytest
from playwright.sync_api import ViewportSize, expect

from app.web.text.languages import LANGUAGES
from engine import registry
from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import table
from tests.browser.words import WIDE, speaks

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
"""Where the word *offline* lies over the crest, the name or the seal of its seat, or reaches beyond its plate."""


@pytest.mark.slow("draws tables in every language on several phones")
@pytest.mark.parametrize("game", registry.GAMES)
def test_offline_lies_over_nothing_of_its_seat(person: MakePlayer, game: str) -> None:
    ada, *_ = table(person, "Ada", away=NAMES, game=game)
    found = []
    url = ada.page.url
    for language, size in (*product(LANGUAGES, PHONES), ("en", TABLET), ("en", DESK)):
        look = speaks(ada, language, size)
        ada.page.goto(url)
        expect(ada.page.locator(".seat[data-presence=offline]")).to_have_count(len(NAMES))
        ada.page.evaluate(WIDE)
        # one of them has sealed
        ada.page.locator("#seat-2").evaluate("seat => { seat.dataset.state = 'sealed'; }")
        found += [f"{look}: {each}" for each in ada.page.evaluate(CROWDED)]
    assert found == []
