"""Way from the home page to a table, for newcomers and hosts, and clocks by name."""

import re

import pytest
from playwright.sync_api import expect

from engine import registry
from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table
from tests.whole import whole

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][:1]))
def test_one_tap_begins_a_game_against_bots(person: MakePlayer, game: str) -> None:
    ada = person("Ada", viewport=PHONE, has_touch=True)
    ada.page.goto(ada.url)
    box = ada.page.locator(f".box:has([value='{game}'])")
    box.get_by_role("button", name="Play now against bots").tap()
    ada.wait_for_game()
    expect(ada.page.locator(".seat.is-you .name").first).to_have_text("Guest")
    ada.choose()
    ada.page.goto(ada.url)
    expect(ada.page.locator(".table-link")).to_have_count(1)
    assert has_no_overflow(ada.page)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_returning_visitor_sees_tables_and_code_first(person: MakePlayer, size: dict[str, int]) -> None:
    ada = person("Ada", viewport=size)
    ada.page.goto(ada.url)
    main = ada.page.get_by_role("button", name="Play with friends").first
    expect(main).to_be_in_viewport()
    ada.page.get_by_role("textbox", name="Your name").press("Enter")
    expect(ada.page).to_have_url(f"{ada.url}/")
    ada.open_room()
    ada.page.goto(ada.url)
    for first in (ada.page.locator(".table-link"), ada.page.get_by_label("Table code")):
        expect(first).to_be_in_viewport()
    ada.page.get_by_label("Table code").fill("0000-0000")
    ada.page.get_by_role("button", name="Join").click()
    field = ada.page.get_by_label("Table code")
    expect(field).to_have_accessible_description("No table has that code. Check it and try again.")
    expect(field).to_have_value("0000-0000")
    expect(field).to_be_focused()
    assert (find_violations(ada.page), has_no_overflow(ada.page), ada.page.evaluate(SMALL_TARGETS)) == ([], True, [])
    ada.problems.clear()  # The browser itself logs the answer 404.


def test_host_adds_bots_and_chooses_a_named_clock(person: MakePlayer) -> None:
    ada = person("Ada", viewport=PHONE)
    ada.open_room()
    page = ada.page
    page.get_by_role("button", name="Fill with bots").click()
    expect(page.locator("#chairs .taken")).to_have_count(5)
    expect(page.get_by_role("button", name="Fill with bots")).to_have_count(0)
    page.locator("#options-pace summary").click()
    for name, says in (("Blitz", "is sealed for you."), ("One week a move", "14 days in reserve")):
        page.get_by_role("radio", name=name).check(force=True)
        expect(page.locator("#option-clock p").filter(visible=True)).to_contain_text(says)
    expect(page.locator("#option-clock [checked]")).to_have_value("week")
    expect(page.locator("#option-clock-bank")).to_be_hidden()
    page.get_by_role("radio", name="Custom").check(force=True)
    page.get_by_label("Reserve time").select_option("2 days")
    expect(page.locator("#option-clock-bank [selected]")).to_have_attribute("value", "172800")
    assert (find_violations(page), has_no_overflow(page), page.evaluate(SMALL_TARGETS)) == ([], True, [])
    ada.begin()
    expect(page.locator(".deadline time")).to_have_text("7 days")


@pytest.mark.parametrize(
    ("per_ask", "bank", "shown"),
    [
        ("600", "0", r"\d+:\d\d"),
        ("0", "600", r"reserve \d+:\d\d"),
        ("86400", "60", "2[34]h"),
        ("0", "259200", "reserve . days"),
    ],
)
def test_clock_shows_choice_time_then_reserve(person: MakePlayer, per_ask: str, bank: str, shown: str) -> None:
    clock = {"clock": "", "clock.mode": "gentle", "clock.per_ask": per_ask, "clock.bank": bank}
    [ada] = start_table(person, "Ada", bots=1, settings=None, **clock)
    expect(ada.page.locator(".deadline time")).to_have_text(re.compile(f"^{shown}$"))
