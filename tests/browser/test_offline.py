"""Offline players: a word on their seat says so; a short reload is no absence."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table

pytestmark = pytest.mark.browser

WORDS = {"en-GB": "offline", "de-DE": "offline", "fr-FR": "hors ligne", "it-IT": "offline", "nl-NL": "offline"}
SIZES: tuple[ViewportSize, ...] = (PHONE, {"width": 390, "height": 844}, {"width": 740, "height": 360}, DESK)
INSIDE = """() => [...document.querySelectorAll("[data-presence=offline] .seat-is")].every(word => {
    const [one, row] = [word, word.closest(".guests")].map(each => each.getBoundingClientRect());
    return one.width > 20 && one.left >= row.left - 1 && one.right <= row.right + 6
        && one.top >= row.top && one.bottom <= row.bottom + 1;
})"""


@pytest.mark.slow("pages in five languages")
@pytest.mark.parametrize("locale", WORDS)
def test_dropped_player_is_marked_offline_in_both_places(person: MakePlayer, locale: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", away=["Gina", "Emil", "Miss Cecily"], settings={"locale": locale})
    for size in SIZES:
        ada.page.set_viewport_size(size)
        for seat in (2, 3, 4):
            expect(ada.page.locator(f"#seat-{seat} .seat-is")).to_have_text(WORDS[locale])
        assert ada.page.evaluate(INSIDE), size
        expect(ada.page.locator("#waiting")).to_contain_text(f"Gina ({WORDS[locale]})")
    assert "(" not in ada.page.locator("#waiting").inner_text().split("Gina")[0]
    ben.page.close()
    expect(ada.page.locator("#seat-1[data-presence=offline]")).to_have_count(1)
    expect(ada.page.locator("#waiting")).to_contain_text(f"Ben ({WORDS[locale]})")


@pytest.mark.slow("a page is loaded again")
def test_short_reload_is_no_absence(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    ada.page.evaluate("""() => {
        window.seen = new Set();
        const keep = () => window.seen.add(document.getElementById("seat-1").dataset.presence);
        new MutationObserver(keep).observe(document.getElementById("guests"), { subtree: true, attributes: true });
    }""")
    ben.page.reload()
    expect(ben.page.locator("#status")).to_have_attribute("data-state", "live")
    ben.choose()
    expect(ada.page.locator("#seat-1[data-state=sealed]")).to_have_count(1)
    assert "offline" not in ada.page.evaluate("[...window.seen]")
