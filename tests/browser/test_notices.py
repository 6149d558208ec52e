"""Notices: one at a time, in one place, covering no control, gone after a while."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.tables import start_table, start_table_with_remote
from tools.player import Player

pytestmark = pytest.mark.browser

SEEN = ":is(.toast, #notice:popover-open .notice-line):visible"
SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 390, "height": 844},
    {"width": 740, "height": 360},
    {"width": 820, "height": 1180},
    DESK,
)

COVERED = """() => {
    const shown = [...document.querySelectorAll(".toast, #notice:popover-open .notice-line")];
    const needed = [...document.querySelectorAll(
        "#votes, .dock, .scene, .board, .menu-button, .seat.is-you .seat-state, #coach:not([hidden])")];
    const box = each => each.getBoundingClientRect();
    const meets = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return shown.flatMap(one => needed.filter(each => !each.matches(".seat-state") && each.checkVisibility()
        && meets(box(one), box(each))).map(each => each.id || each.className));
}"""
"""Script for controls that a notice covers."""


def send_refused_message(page: Page, letters: int = 501) -> None:
    """Send a message that is too long, so that the server refuses it."""
    page.locator("#chat-text").evaluate(
        "(field, text) => { field.removeAttribute('maxlength'); field.value = text; field.form.requestSubmit(); }",
        "x" * letters,
    )


def count_announcements(player: Player, words: str) -> int:
    """Return how often the words were announced to screen readers."""
    return player.page.locator("#announcer").inner_text().count(words)


@pytest.mark.slow("notices stand for a while, in five sizes")
@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_notice_covers_no_control(person: MakePlayer, game: str) -> None:
    ada, (ben, gina) = start_table_with_remote(person, "Ben", "Gina", game=game)
    ben.do(do="vote", motion="end", on=True)
    expect(ada.page.locator("#votes")).to_be_visible()
    for size in SIZES:
        ada.page.set_viewport_size(size)
        send_refused_message(ada.page)
        expect(ada.page.locator("#notice")).to_be_visible()
        assert ada.page.evaluate(COVERED) == [], size
        ada.page.locator("#notice [data-dismiss]").click()
        gina.do(do="away", on=True)
        expect(ada.page.locator(SEEN)).to_contain_text("Gina is away.")
        assert ada.page.evaluate(COVERED) == [], size
        gina.do(do="away", on=False)
        expect(ada.page.locator(SEEN)).to_contain_text("Gina is back.")
    ben.do(do="nudge", seat=0)
    expect(ada.page.locator(SEEN)).to_contain_text("Ben is nudging you")
    for size in SIZES:
        ada.page.set_viewport_size(size)
        ada.page.wait_for_timeout(100)
        assert ada.page.evaluate(COVERED) == [], size


@pytest.mark.slow("each has its turn")
def test_notices_show_one_at_a_time_and_none_is_lost(person: MakePlayer) -> None:
    ada, (ben, gina) = start_table_with_remote(person, "Ben", "Gina")
    page = ada.page
    page.evaluate("""() => {
        window.most = 0;
        window.seen = new Set();
        const count = () => {
            const all = [...document.querySelectorAll(".toast, #notice:popover-open .notice-line")];
            window.most = Math.max(window.most, all.filter(each => each.checkVisibility()).length);
            for (const each of all) window.seen.add(each.textContent);
        };
        new MutationObserver(count).observe(document.body, { childList: true, subtree: true, attributes: true });
    }""")
    ben.do(do="nudge", seat=0)
    gina.do(do="away", on=True)
    ben.do(do="away", on=True)
    send_refused_message(page)
    for words in ("A message can have up to", "Gina is away.", "Ben is away.", "Ben is nudging you"):
        expect(page.locator(SEEN)).to_contain_text(words)
    assert page.evaluate("window.most") == 1
    for words in ("Gina is away.", "Ben is away.", "Ben is nudging you"):
        assert count_announcements(ada, words) == 1


@pytest.mark.slow("a refusal is waited for")
def test_refusal_disappears_with_time_or_the_next_prompt(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben")
    notice = ada.page.locator("#notice")
    send_refused_message(ada.page)
    expect(notice).to_be_visible()
    ada.page.locator("#chat-text").evaluate("field => { field.value = ''; }")
    expect(notice).to_be_hidden(timeout=9_000)
    ada.page.clock.install()
    send_refused_message(ada.page)
    expect(notice).to_be_visible()
    asked = ada.page.locator("#phase").get_attribute("data-ask")
    ada.choose()
    ben.choose()
    ada.page.wait_for_function("was => document.getElementById('phase').dataset.ask !== was", arg=asked)
    ada.page.clock.run_for(3_100)
    expect(notice).to_be_hidden()


@pytest.mark.slow("the line is cut twice")
def test_connection_has_one_notice_until_it_is_back(person: MakePlayer) -> None:
    ada, _ = start_table(person, "Ada", "Ben", phone="Ada")
    page = ada.page
    for _time in range(2):
        page.context.set_offline(True)
        expect(page.locator(SEEN)).to_have_count(1)
        expect(page.locator(SEEN)).to_contain_text("Connection lost. Reconnecting")
        # Its text in the menu is for screen readers alone.
        assert page.locator("#status span").evaluate("each => each.getBoundingClientRect().width") <= 1
        page.context.set_offline(False)
        expect(page.locator("#status")).to_have_attribute("data-state", "live")
        expect(page.locator(".toast", has_text="Connection lost")).to_have_count(0)
        expect(page.locator(".toast")).to_have_count(0)
