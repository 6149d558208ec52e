"""What is left of a choice is told by the room's clock, whatever the device and the server's wall show."""

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import MakePlayer
from tests.browser.tables import table

pytestmark = pytest.mark.browser

HARD = {"clock": "", "clock.mode": "hard", "clock.per_ask": "60", "clock.bank": "0"}

AN_HOUR_LATE = """
const shown = Date.now.bind(Date);
Date.now = () => shown() - 3_600_000;
"""


def gone(page: Page) -> float:
    """How much of its ring the page's clock has lost, in hundredths."""
    page.wait_for_function(
        "() => document.querySelector('[data-until] .ring-left')?.getAttribute('stroke-dashoffset') > 2"
    )
    return float(page.locator("[data-until] .ring-left").get_attribute("stroke-dashoffset") or 0)


def test_a_device_that_is_an_hour_late_shows_how_long_is_left(person: MakePlayer) -> None:
    (ada,) = table(person, "Ada", bots=1, settings=None, **HARD)
    page = ada.page
    page.add_init_script(AN_HOUR_LATE)

    def of_another_day(route: Route) -> None:
        route.fulfill(json={}, headers={"date": "Thu, 01 Jan 2032 00:00:00 GMT"})

    page.route("**/healthz", of_another_day)
    page.reload()
    assert page.evaluate("performance.timeOrigin - Date.now()") > 3_000_000, "the device is late"
    assert 2 < gone(page) < 50
