"""Pictures of the rules: even rows on every page, in every language."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ViewportSize

from app.web.http.language import cookie_name
from app.web.text.languages import LANGUAGES
from engine import registry
from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer

pytestmark = pytest.mark.browser

SIZES: tuple[ViewportSize, ...] = (PHONE, {"width": 390, "height": 844}, TABLET, DESK)

ROWS = """() => [...document.querySelectorAll(".rule-picture, .rules-text .minute-pictures")].map(strip => {
    const rows = new Map();
    for (const one of strip.querySelectorAll(":scope > :is(.shown, li)")) {
        const top = Math.round(one.getBoundingClientRect().top);
        rows.set(top, (rows.get(top) ?? 0) + 1);
    }
    return [...rows.values()];
})"""
"""Script for the number of pictures in each row of each strip."""


def is_even(rows: list[int]) -> bool:
    """Return whether all rows have equal length.

    Of five pictures the last row has one less."""
    return len(set(rows)) == 1 or (sum(rows) == 5 and rows == [3, 2])


@pytest.mark.slow("draws the rules in every language and size")
@pytest.mark.parametrize("game", registry.GAMES)
def test_picture_strips_break_evenly(person: MakePlayer, game: str) -> None:
    ada = person()
    found = []
    for language in LANGUAGES:
        name = cookie_name(urlsplit(ada.url).netloc, is_https=False)
        ada.context.add_cookies([{"name": name, "value": language, "url": ada.url}])
        ada.page.goto(f"{ada.url}/rules/{game}")
        for size in SIZES:
            ada.page.set_viewport_size(size)
            strips = ada.page.evaluate(ROWS)
            assert len(strips) > 5
            found += [(language, size["width"], rows) for rows in strips if not is_even(rows)]
    assert found == []
