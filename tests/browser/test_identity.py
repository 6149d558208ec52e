"""Colour and crest: chosen in the lobby, swapped by one tap, the same all evening."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.access import SMALL_TARGETS, find_violations, has_no_overflow
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.tables import AT_ONCE
from tests.browser.test_chat import say
from tests.browser.test_together import press_vote
from tools.player import Player

pytestmark = pytest.mark.browser


def open_choice(player: Player) -> Locator:
    """Open the fold of name, colour and crest on the player's own chair."""
    fold = player.page.locator("#chair-name")
    fold.locator("> summary").click()
    return fold


def expect_crest(place: Locator, colour: str, crest: str) -> None:
    """Expect a crest of that colour and shape."""
    expect(place).to_have_class(re.compile(rf"\b{colour}\b"))
    expect(place.locator("use").last).to_have_attribute("href", re.compile(rf"^#(crest|pawn)-{crest}$"))


def expect_no_violation(page: Page) -> None:
    """Expect an accessible page without small buttons or overflow."""
    assert find_violations(page, part="#chairs") == []
    assert has_no_overflow(page)
    assert page.evaluate(SMALL_TARGETS) == []


@pytest.mark.slow("two pages answer each other")
def test_bots_swap_at_once_and_persons_by_one_tap(person: MakePlayer) -> None:
    ada, ben = person("Ada"), person("Ben", viewport=PHONE, has_touch=True)
    ben.sit_down(ada.open_room(**AT_ONCE))
    ada.seat_bot()
    own, other = open_choice(ada), open_choice(ben)
    # the bot's colour, by the keyboard
    beige = own.get_by_role("button", name=re.compile("^beige"))
    beige.focus()
    ada.page.keyboard.press("Enter")
    expect(beige).to_have_attribute("aria-pressed", "true")
    expect(beige).to_be_focused()
    expect_crest(ben.page.locator("#chair-2 > .crest"), "red", "diamond")
    own.get_by_role("button", name="blue Ben").click()
    wish = ben.page.locator(".chair-wish")
    expect(wish).to_contain_text("Ada would like your colour: blue.")
    expect(ben.page.locator(".toast")).to_contain_text("Ada would like your colour: blue.")
    expect(ada.page.locator(".chair-wish")).to_contain_text("You asked Ben for this: blue.")
    expect_no_violation(ada.page)
    ben.page.set_viewport_size({"width": 320, "height": 640})
    expect_no_violation(ben.page)
    wish.get_by_role("button", name="Swap").click()
    expect(wish).to_have_count(0)
    expect_crest(ben.page.locator("#chair-0 > .crest"), "blue", "shield")
    expect_crest(ben.page.locator("#chair-1 > .crest"), "beige", "circle")
    # a wish can be taken back
    other.get_by_role("button", name="shield Ada").click()
    ben.page.get_by_role("button", name="Never mind").click()
    expect(ada.page.locator(".chair-wish")).to_have_count(0)


@pytest.mark.slow("two games begin at one table")
def test_identity_stays_in_chat_seat_and_pieces_over_games(person: MakePlayer) -> None:
    ada, ben = person("Ada", film="none"), person("Ben", film="none")
    ben.sit_down(ada.open_room("adel_verpflichtet", **AT_ONCE))
    for mark in ("lilac", "tower"):
        fold = ben.page.locator("#chair-name")
        if fold.get_attribute("open") is None:
            open_choice(ben)
        button = fold.get_by_role("button", name=mark)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    say(ben, "Good evening")
    line = ada.page.locator("#chat [data-line]", has_text="Good evening")
    expect_crest(line.locator(".crest"), "lilac", "tower")
    ben.page.keyboard.press("Escape")
    ada.begin()
    expect_crest(ada.page.locator("#seat-1 .seat-face .crest"), "lilac", "tower")
    expect_crest(ada.page.locator("#it-pawn-1 .pawn"), "lilac", "tower")
    expect_crest(line.locator(".crest"), "lilac", "tower")
    press_vote(ada, "Vote to end the game")
    ben.page.locator("#votes").get_by_role("button", name="Me too").click()
    ada.page.get_by_role("button", name="Change game or players").click()
    ada.page.get_by_role("button", name=re.compile("^Play .* instead$")).click()
    expect(ada.page.get_by_role("button", name="Start with")).to_be_visible()
    ada.begin()
    expect_crest(ada.page.locator("#seat-1 .seat-face .crest"), "lilac", "tower")
    row = ada.page.locator(".scene-edel_stein_reich [data-holder='1'][data-colour]").first
    expect(row).to_have_attribute("data-colour", "lilac")
    expect_crest(row.locator(".crest").first, "lilac", "tower")
    expect_crest(line.locator(".crest"), "lilac", "tower")
