"""Whole games by keyboard; the focus never returns to the top of the page."""

import re

import pytest
from playwright.sync_api import Page, expect

from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.tables import count_first_choices, play_end, start_table
from tests.whole import whole

pytestmark = pytest.mark.browser

MOST_ASKS = 250
MOST_KEYS = 120
"""Most presses of Tab around any page."""

FEW_KEYS = 12
"""Most presses of Tab through the offers after a game."""

HERE = """() => {
    const here = document.activeElement;
    const group = here.name ? [...here.form.querySelectorAll(`[name="${here.name}"]`)] : [];
    return {
        place: here.closest("#prompt") ? "prompt" : here.closest("#film, #end, #main") ? "main" : here.localName,
        does: here.matches(".seal-button") ? "seal" : here.matches("[data-pick-best]") ? "best"
            : here.matches("[data-out]") ? "out" : here.type === "radio" ? "radio" : "",
        isDone: group.some(each => each.checked),
    };
}"""


SHOWN = """() => {
    const here = document.activeElement;
    const { piece = "", place = "" } = here.dataset;
    const spots = [...piece.split(" ").map(id => `it-${id}`), ...place.split(" ").map(id => `at-${id}`)];
    const found = spots.map(id => document.getElementById(id)).filter(spot => spot?.checkVisibility());
    const isDrawn = !here.closest(".by-piece") || here.getBoundingClientRect().width > 5;
    const ringed = (found.length ? found : [here]).map(spot => getComputedStyle(spot));
    const looks = ringed.map(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth));
    const box = (isDrawn ? here.closest(".choice, .pick, .way") ?? here : found[0])?.getBoundingClientRect();
    return {
        isRinged: found.length ? looks.every(Boolean) : isDrawn,
        isInSight: Boolean(box) && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0,
    };
}"""
"""Script for whether the focus is visible.

For a choice that is drawn on the table, its piece or place has the ring."""


def read_turn(page: Page) -> tuple[str, str]:
    """Return the id of the prompt and whether a seal is due.

    When the game is over, it returns that instead."""
    phase = page.locator("#phase")
    over = phase.get_attribute("data-phase") == "finished"
    return phase.get_attribute("data-ask") or "", "over" if over else phase.get_attribute("data-turn") or ""


def seal(page: Page) -> None:
    """Go by Tab to the prompt, choose and seal by Space and Enter."""
    keys, has_composed = page.keyboard, False
    for _ in range(MOST_KEYS):
        keys.press("Tab")
        here = page.evaluate(HERE)
        if here["place"] != "prompt":
            continue
        shown = page.evaluate(SHOWN)
        assert shown == {"isRinged": True, "isInSight": True}, page.evaluate("document.activeElement.outerHTML")
        if here["does"] == "seal":
            keys.press("Enter")
            return
        if here["does"] == "best":
            has_composed = True
            keys.press("Enter")
        elif here["does"] == "radio" and not here["isDone"] and not has_composed:
            keys.press("ArrowRight")
            keys.press("Space")
        elif here["does"] == "out" and page.locator(".seal-button").is_disabled():
            keys.press("Space")
    raise AssertionError("no way by Tab to a button that seals")


def expect_focus_in_game(page: Page) -> None:
    """Expect that the next frame has put the focus back into the game."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate(HERE)["place"] in ("prompt", "main"), read_turn(page)


def play_by_keys(page: Page, choices: int = MOST_ASKS) -> int:
    """Make so many choices, or all until the end; return their number."""
    page.keyboard.press("Tab")
    asks = 0
    while True:
        page.wait_for_function(
            "() => { const { turn, phase } = document.getElementById('phase').dataset;"
            " return turn === 'yes' || phase === 'finished' }"
        )
        ask, is_turn = read_turn(page)
        if asks:
            expect_focus_in_game(page)
        if is_turn == "over" or asks >= min(choices, MOST_ASKS):
            break
        seal(page)
        asks += 1
        page.wait_for_function(
            "ask => { const { ask: now, turn } = document.getElementById('phase').dataset;"
            " return now !== ask || turn === 'no' }",
            arg=ask,
        )
    return asks


@pytest.mark.slow("every key is pressed alone")
@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][:1]))
def test_whole_game_is_played_by_keys(person: MakePlayer, game: str) -> None:
    ada = start_table(person, "Ada", bots=1, game=game)[0]
    asks = play_by_keys(ada.page, count_first_choices())
    if ada.phase != "finished":
        play_end([ada], game, "keys")
        asks += play_by_keys(ada.page)
    page = ada.page
    expect(page.locator("#end-title")).to_contain_text(re.compile(r"wins!|share the win!"))
    assert asks > 3
    # After the last film the focus is at the end, and the next game is a few keys away.
    page.keyboard.press("Escape")
    expect(page.locator("#film")).not_to_be_visible()
    expect_focus_in_game(page)
    for _ in range(FEW_KEYS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play again":
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-seal]")).to_be_visible()


@pytest.mark.slow("the film is drawn")
def test_film_takes_the_focus_and_returns_it(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", settings={"reduced_motion": "no-preference"})
    ben.choose()
    ask, _ = read_turn(ada.page)
    ada.page.keyboard.press("Tab")
    seal(ada.page)
    expect(ada.page.locator("#film")).to_be_focused()
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Tab")
    expect(ada.page.locator("#film-speed")).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_focused()
    # The film's end state arrives in parts, and this one last.
    expect(ada.page.locator("#phase")).not_to_have_attribute("data-ask", ask)
    # The next prompt is random: Ada's turn comes after Ben's and its films.
    while not ada.is_asked:
        if ben.is_asked:
            ben.choose()
        ada.page.keyboard.press("Escape")
        ada.page.wait_for_timeout(20)
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt .seal-button")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_focused()
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate(HERE)["place"] == "prompt"
