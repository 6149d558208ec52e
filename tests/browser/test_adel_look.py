"""Table of Adel verpflichtet: large cards, the run of letters, names and taps."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, get_pose_beyond_banquet, open_pose, seat_as
from tests.browser.tables import start_table_with_remote
from tests.whole import whole
from tools.player import play

pytestmark = pytest.mark.browser


NAMES = """things => things.map(thing => {
    const parts = document.createTreeWalker(thing, NodeFilter.SHOW_TEXT);
    let said = "";
    while (parts.nextNode()) {
        const { data, parentElement } = parts.currentNode;
        if (!parentElement.closest("[aria-hidden=true]") && parentElement.checkVisibility()) said += data;
    }
    return said.trim();
})"""
"""Accessible name of each object."""


def test_objects_show_letter_and_year_and_have_names(person: MakePlayer) -> None:
    page = start_table_with_remote(person, bots=2)[0].page
    mine = page.locator("#hand .piece-object")
    expect(mine).to_have_count(4)
    for each in mine.all():
        face = each.get_attribute("data-face") or ""
        expect(each.locator(".tab")).to_have_text(face[0])
        expect(each.locator(".year")).to_have_text(face[1:])
        for part in (".object-art", ".tab", ".year"):
            expect(each.locator(part)).to_be_in_viewport(ratio=0.9)
        title = each.locator(".title").text_content() or ""
        (said,) = mine.and_(each).evaluate_all(NAMES)
        assert said.startswith(f"{face[0]} {face[1:]}, ")
        assert (said.count(title), said.count(face[1:])) == (1, 1)


def test_tap_on_houses_enlarges_their_objects_and_returns(person: MakePlayer) -> None:
    ada = seat_as(person())
    page = open_pose(ada, get_pose("adel_verpflichtet", "theft"))
    shown = page.locator(".place-show .piece-object").first
    expect(shown).to_be_visible()
    small = shown.bounding_box()
    page.locator("#at-castle").click(position={"x": 8, "y": 8})
    expect(page.locator("#scene")).to_have_attribute("data-close", "castle")
    back = page.get_by_role("button", name="Show the whole table")
    expect(back).to_be_visible()
    # The camera takes time to move.
    page.wait_for_function(
        "wide => document.querySelector('.place-show .piece-object').getBoundingClientRect().width > 1.2 * wide",
        arg=small["width"] if small else 0,
    )
    back.press("Enter")
    expect(back).to_be_hidden()
    expect(page.locator("#scene[data-close]")).to_have_count(0)


def test_tap_on_choice_selects_without_zoom(person: MakePlayer) -> None:
    ada = seat_as(person())
    page = open_pose(ada, get_pose("adel_verpflichtet", "exhibition"))
    mine = page.locator("#hand .piece-object")
    mine.first.click(position={"x": 5, "y": 5})
    expect(mine.first).to_have_class(re.compile("is-picked"))
    expect(page.locator("[data-pick]:checked")).to_have_count(1)
    assert page.locator("[data-pick]:checked").get_attribute("data-piece") == mine.first.get_attribute("data-face")
    mine.first.click(position={"x": 5, "y": 5})
    expect(page.locator("[data-pick]:checked")).to_have_count(0)
    expect(page.locator("#scene[data-close]")).to_have_count(0)


def test_run_counts_picked_letters_and_marks_missing_ones(person: MakePlayer) -> None:
    ada = seat_as(person())
    open_pose(ada, get_pose("adel_verpflichtet", "exhibition"))
    picks = ada.page.locator("[data-pick]")
    expect(picks).not_to_have_count(0)
    ada.page.locator("[data-pick-best]").click()
    picked = picks.evaluate_all("picks => picks.filter(pick => pick.checked).map(pick => pick.value[0])")
    assert read_run(ada.page) == Counter(picked)
    expect(ada.page.locator(".compose-line")).to_have_attribute("data-js-ok", "")
    everything = picks.evaluate_all("picks => picks.map(pick => pick.value[0])")
    for pick in range(picks.count()):
        picks.nth(pick).set_checked(True, force=True)
    between = {letter for letter in "ABCDEF" if min(everything) < letter < max(everything)} - set(everything)
    gaps = ada.page.locator(".run [data-js-gap]").all_inner_texts()
    assert {gap[0] for gap in gaps} == between
    assert read_run(ada.page) == Counter(everything)


@pytest.mark.slow("plays rounds whose films are told")
def test_every_piece_lies_once_on_a_table_of_phone_width(person: MakePlayer) -> None:
    ada, _ = start_table_with_remote(person, bots=4, settings={"viewport": PHONE, "has_touch": True})
    for rounds in range(2, whole(5, 3)):
        play([ada], rounds=rounds)
        # The end state arrives in parts; the last one brings the next prompt.
        ada.wait_for_turn()
        lying = "#world .piece[id], #hand .piece[id]"
        names = ada.page.locator(lying).evaluate_all("pieces => pieces.map(piece => piece.id)")
        assert len(names) == len(set(names))
        assert {f"it-pawn-{seat}" for seat in range(5)} < set(names)
        assert ada.page.evaluate("document.documentElement.scrollWidth") == 360


def test_cell_shows_thief_value_owner_and_next_release(
    person: MakePlayer,
) -> None:
    ada = seat_as(person())
    page = open_pose(ada, get_pose("adel_verpflichtet", "action"))
    cells = page.locator(".place-cell:has(.piece)")
    assert cells.count() > 1
    for number, cell in enumerate(cells.all(), start=1):
        # A newly caught thief moves all others up, and the last one out.
        is_next = number == cells.count()
        expect(cell.locator(".goes-free")).to_be_visible(visible=is_next)
        owner = page.locator(f"#seat-{cell.locator('.piece').get_attribute('data-seat')} .name").inner_text()
        value = (cell.locator(".piece").get_attribute("data-face") or "").rpartition("-")[2]
        expect(cell.locator(".crest b")).to_have_text(owner[0])
        (said,) = cell.locator(".piece").evaluate_all(NAMES)
        assert said == f"Thief {value}, {owner}" + ", next to go free" * is_next


def read_run(page: Page) -> Counter[str]:
    """Return the letters of the run with their counts."""
    marks = page.locator(".run [data-js-count]")
    return Counter(dict(marks.evaluate_all("marks => marks.map(mark => [mark.dataset.letter, +mark.dataset.jsCount])")))


def test_pawn_past_last_banquet_seat_stands_there(person: MakePlayer) -> None:
    ada = seat_as(person())
    page = open_pose(ada, get_pose_beyond_banquet())
    page.evaluate("document.body.dataset.isHere = 'yes'")
    ada.choose()
    expect(page.locator("#phase[data-phase='finished']")).to_have_count(1)
    # The page that showed the film had this state without a reload.
    expect(page.locator("body")).to_have_attribute("data-is-here", "yes")
    drawn = page.locator(".world .place-road")
    expect(drawn.last.locator(".piece-pawn")).to_have_count(1)
    expect(drawn.locator(".piece-pawn")).to_have_count(2)
