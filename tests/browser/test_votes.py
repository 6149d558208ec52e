"""Votes in a row of their own, which covers nothing and takes the answers."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.access import TABLET
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table_with_remote

pytestmark = pytest.mark.browser

SIZES: tuple[ViewportSize, ...] = (PHONE, {"width": 390, "height": 844}, {"width": 740, "height": 360}, TABLET, DESK)

MEETINGS = """() => {
    const seen = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
    const name = each => each.id || each.className;
    const boxes = seen(".rail, .votes, .scene, .board, .dock, .toast, #notice:popover-open .notice-line, .coach");
    const meets = (one, other) => {
        const [a, b] = [one, other].map(each => each.getBoundingClientRect());
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    };
    // a short word stands over the bar of the seats, and the coach lies over the table
    const mayMeet = [["toast", "rail"], ["notice-line", "rail"], ["coach", "scene"]];
    const isMeant = (one, other) => mayMeet.some(
        ([over, under]) => [one, other].some(each => each.classList.contains(over))
            && [one, other].some(each => each.classList.contains(under)));
    const found = boxes.flatMap((one, place) => boxes.slice(place + 1)
        .filter(other => meets(one, other) && !isMeant(one, other)).map(other => `${name(one)} x ${name(other)}`));
    const needed = ".scene .is-choice, .scene .plate, .dock h2, .dock .button, #hand .piece, .menu-button, .stage b";
    for (const each of seen(needed)) {
        const { left, right, top, bottom, width } = each.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (width > 1 && at?.closest(".votes, .toast, .notice-line")) found.push(`over ${name(each)}`);
    }
    return found;
}"""
"""Script for parts of a table that overlap, and controls under a vote or notice."""

IS_FREE = """each => {
    each.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def expect_pressable(page: Page) -> None:
    """Expect that every button of the votes can be pressed."""
    for button in page.locator("#votes button").all():
        assert button.evaluate(IS_FREE), button.inner_text()


@pytest.mark.slow("five sizes, with one vote and with all that can stand there")
@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_votes_and_return_requests_cover_nothing(person: MakePlayer, game: str) -> None:
    ada, (ben, gina) = start_table_with_remote(person, "Ben", "Gina", game=game)
    page, votes = ada.page, ada.page.locator("#votes")
    ben.do(do="vote", motion="end", on=True)
    expect(votes).to_contain_text("Ben wants to end the game.")
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(MEETINGS) == [], size
        expect_pressable(page)
    lost = person("Gina")
    lost.page.goto(page.locator("#menu-join-link").input_value())
    lost.page.locator(".back-again summary").click()
    lost.page.get_by_role("button", name="I'm Gina").click()
    gina.do(do="vote", motion="save", on=True)
    ben.do(do="nudge", seat=0)
    expect(votes.locator(".vote")).to_have_count(3)
    expect(page.locator(".toast")).to_contain_text("Ben is nudging you")
    for size in SIZES:
        page.set_viewport_size(size)
        # The notice measures its place once the window has its size.
        page.wait_for_timeout(100)
        assert page.evaluate(MEETINGS) == [], size
        expect_pressable(page)
    page.set_viewport_size(PHONE)
    votes.get_by_role("button", name="Let them in").click()
    expect(votes.locator(".asker")).to_have_count(0)
    votes.get_by_role("button", name="No, don't save").click()
    expect(votes).to_contain_text("You said no.")
    votes.get_by_role("button", name="Me too").first.click()
    expect(page.locator("#end")).to_be_visible()


@pytest.mark.slow("the coach is waited for")
@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_coach_and_dock_do_not_cover_a_vote(person: MakePlayer, game: str) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", game=game, settings={"viewport": PHONE, "is_new": True})
    page, votes = ada.page, ada.page.locator("#votes")
    expect(page.locator("#coach")).to_be_visible()
    ben.do(do="vote", motion="end", on=True)
    expect(votes).to_be_visible()
    for size in SIZES:
        page.set_viewport_size(size)
        page.wait_for_timeout(100)
        assert page.evaluate(MEETINGS) == [], size
        expect_pressable(page)
    page.set_viewport_size(SIZES[2])
    page.locator("#dock-open").check()
    expect_pressable(page)
    votes.get_by_role("button", name="No, play on").click()
    expect(votes).to_be_hidden()


def test_suggestion_after_the_game_covers_nothing(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben")
    page, votes = ada.page, ada.page.locator("#votes")
    ben.do(do="vote", motion="end", on=True)
    votes.get_by_role("button", name="Me too").click()
    expect(page.locator("#end")).to_be_visible()
    ben.do(do="vote", motion="again", on=True)
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        expect(votes).to_be_in_viewport()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        expect(votes).to_be_in_viewport()
        assert page.evaluate("""() => {
            const box = document.getElementById("votes").getBoundingClientRect();
            return [...document.querySelectorAll(".end > *, .side > *")].every(each => {
                const { left, right, top, bottom } = each.getBoundingClientRect();
                return left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
            });
        }"""), size
        expect_pressable(page)
