"""Time left of choices and grace pauses, by the room's clock, not the device's."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.tables import start_table, start_table_with_remote

pytestmark = pytest.mark.browser

HARD = {"clock": "", "clock.mode": "hard", "clock.per_ask": "60", "clock.bank": "0"}

AN_HOUR_LATE = """
const shown = Date.now.bind(Date);
Date.now = () => shown() - 3_600_000;
"""


def read_elapsed_ring(page: Page) -> float:
    """Return the elapsed part of the clock's ring, in hundredths."""
    page.wait_for_function(
        "() => document.querySelector('[data-until] .ring-left')?.getAttribute('stroke-dashoffset') > 2"
    )
    return float(page.locator("[data-until] .ring-left").get_attribute("stroke-dashoffset") or 0)


def test_device_an_hour_late_shows_the_right_time(person: MakePlayer) -> None:
    (ada,) = start_table(person, "Ada", bots=1, settings=None, **HARD)
    page = ada.page
    page.add_init_script(AN_HOUR_LATE)

    def shift_date(route: Route) -> None:
        route.fulfill(json={}, headers={"date": "Thu, 01 Jan 2032 00:00:00 GMT"})

    page.route("**/healthz", shift_date)
    page.reload()
    assert page.evaluate("performance.timeOrigin - Date.now()") > 3_000_000, "the device is late"
    assert 2 < read_elapsed_ring(page) < 50


GRACE_S = 30

BAR = """() => {
    const bar = document.querySelector(".reveal-bar");
    const { effect } = bar.getAnimations().at(-1);
    const from = new DOMMatrix(effect.getKeyframes()[0].transform).a;
    return { from, ms: effect.getTiming().duration, isSeen: bar.checkVisibility() };
}"""
"""Script for the start and duration of the grace pause's bar."""


@pytest.mark.slow("moves are drawn, and the game rests twice")
def test_pause_stops_the_bar_and_resumes_with_the_rest(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(
        person, "Ben", grace=str(GRACE_S), settings={"reduced_motion": "no-preference", "viewport": PHONE}
    )
    page = ada.page
    ben.choose()
    ada.choose()
    expect(page.locator("#reveal-countdown")).to_be_visible()
    expect(page.get_by_text("Revealing…").locator("visible=true").first).to_be_visible()
    first = page.evaluate(BAR)
    for _time in range(2):
        ben.do(do="pause")
        expect(page.locator("#phase")).to_have_attribute("data-phase", "paused")
        expect(page.locator("#reveal-countdown")).to_be_hidden()
        expect(page.get_by_text("Revealing…").locator("visible=true")).to_have_count(0)
        expect(page.locator(".reveal-count")).to_have_count(0)
        ben.do(do="resume")
        expect(page.locator("#reveal-countdown")).to_be_visible()
        now = page.evaluate(BAR)
        assert now["isSeen"]
        assert now["ms"] < first["ms"] <= GRACE_S * 1000, "the rest of the pause, not the whole"
        assert now["from"] == pytest.approx(now["ms"] / (GRACE_S * 1000)), "it begins where it stopped"
        count = int(page.locator(".reveal-count").inner_text())
        assert 0 <= count <= -(-now["ms"] // 1000)
        first = now
