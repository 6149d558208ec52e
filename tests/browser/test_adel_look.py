"""The look of Adel verpflichtet's table where it answers to a hand: large cards, the run of letters, names."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePlayer
from tests.browser.posed import go, pose, seat
from tests.browser.tables import table
from tools.player import play

pytestmark = pytest.mark.browser


def test_a_tap_or_a_key_shows_my_objects_large_and_by_name(person: MakePlayer) -> None:
    page = table(person, "Ada", bots=2)[0].page
    mine = page.locator("#hand .my-objects .thing")
    sheet = page.locator("#closer")
    tapped = mine.nth(2)
    tapped.click()
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("heading")).to_contain_text("Your objects")
    expect(sheet.locator(".thing")).to_have_count(mine.count())
    # the one that was tapped comes first, and its name can be read
    name = (tapped.locator(".unseen").text_content() or "").partition(", ")[2]
    expect(sheet.locator("li").first).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Look closer").press("Enter")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()


def test_a_tap_on_a_choice_chooses_and_shows_nothing_large(person: MakePlayer) -> None:
    ada = seat(person())
    go(ada, pose("adel_verpflichtet", "exhibition"))
    ada.page.locator(".pick").first.click()
    expect(ada.page.locator("[data-pick]:checked")).to_have_count(1)
    expect(ada.page.locator("#closer")).to_have_count(0)


def test_the_run_counts_the_letters_that_are_picked_and_marks_what_is_missing(person: MakePlayer) -> None:
    ada = seat(person())
    go(ada, pose("adel_verpflichtet", "exhibition"))
    picks = ada.page.locator("[data-pick]")
    ada.page.locator("[data-pick-best]").click()
    picked = picks.evaluate_all("picks => picks.filter(pick => pick.checked).map(pick => pick.value[0])")
    assert run_of(ada.page) == Counter(picked)
    expect(ada.page.locator(".compose-line")).to_have_attribute("data-js-ok", "")
    everything = picks.evaluate_all("picks => picks.map(pick => pick.value[0])")
    for pick in range(picks.count()):
        picks.nth(pick).set_checked(True, force=True)
    between = {letter for letter in "ABCDEF" if min(everything) < letter < max(everything)} - set(everything)
    gaps = ada.page.locator(".run [data-js-gap]").all_inner_texts()
    assert {gap[0] for gap in gaps} == between
    assert run_of(ada.page) == Counter(everything)


def test_names_for_flights_are_there_once_and_the_board_is_no_wider_than_a_phone(person: MakePlayer) -> None:
    ada = table(person, "Ada", phone="Ada", bots=4)[0]
    ada.page.set_viewport_size({"width": 360, "height": 740})
    for rounds in range(2, 7):
        play([ada], rounds=rounds)
        # the end state is put in pieces; with the last of them everybody is asked again
        ada.wait_for_turn()
        flown = "#board [data-vt], .my-objects [data-vt]"
        names = ada.page.locator(flown).evaluate_all("things => things.map(thing => thing.dataset.vt)")
        assert len(names) == len(set(names))
        assert {f"pawn-{seat}" for seat in range(5)} < set(names)
        assert ada.page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_next_thief_to_go_free_is_named(person: MakePlayer) -> None:
    ada = table(person, "Ada", bots=4)[0]
    taken = ada.page.locator(".cell.taken")
    for rounds in range(2, 12):
        play([ada], rounds=rounds)
        if taken.count():
            break
    value = taken.last.locator("b").last.inner_text()
    expect(ada.page.locator(".cells-next")).to_contain_text(re.compile(rf"thief {value}\b"))


def run_of(page: Page) -> Counter[str]:
    """The letters of the run with their counts."""
    marks = page.locator(".run [data-js-count]")
    return Counter(dict(marks.evaluate_all("marks => marks.map(mark => [mark.dataset.letter, +mark.dataset.jsCount])")))
