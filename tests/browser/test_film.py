"""Film of a reveal: its end state, skipping and reduced motion."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePlayer
from tests.browser.cookies import get_device_cookie_name
from tests.browser.pieces_on_page import AT_REST, HERE, choose_film
from tests.browser.remote import RemotePlayer
from tests.browser.sheets import find_row
from tests.browser.tables import start_table, start_table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Size and settings of pages with motion, small because each frame is drawn."""

SHOWN = f"() => ({AT_REST})() && JSON.stringify(({HERE})())"
"""Script for the pieces on the table after the film."""

OPENED = "#log [data-clause='A9.1']"
"""Selector of the log's lines on revealed cards."""

BESIDE = """asked => {
    const film = document.getElementById("film");
    const [form, button] = ["[data-seal]", ".seal-button"].map(each => document.querySelector(each));
    const takesTaps = getComputedStyle(form?.querySelector(".choices") ?? film).pointerEvents !== "none";
    const isNew = form && form.id !== asked;
    return !film.hidden && isNew && takesTaps && button.checkVisibility({ visibilityProperty: true });
}"""
"""Script for whether a sentence stands beside an open prompt."""


def reveal_cards(ada: Player, ben: Player | RemotePlayer) -> str:
    """Seal for both, which reveals their cards; return the id of Ada's prompt."""
    ada.choose()
    asked = ada.page.locator("[data-seal]").get_attribute("id")
    assert asked
    if isinstance(ben, RemotePlayer):
        ben.choose()
    else:
        ben.pick()
        ben.page.locator(".seal-button").click()
    return asked


def get_device_token(player: Player) -> str:
    """Return the token of the player's browser for its seat."""
    return next(
        each["value"] for each in player.context.cookies() if each["name"] == get_device_cookie_name(player.url)
    )


def test_film_tells_events_before_the_next_prompt(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    asked = reveal_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    # The answered prompt stays below and cannot be changed.
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", True)
    expect(ada.page.locator(f"#{asked}")).to_have_count(1)
    for part in (".prompt-head", ".seal-button"):
        expect(ada.page.locator(part)).not_to_be_visible()
    # A seat whose card turns is not called sealed.
    states = ada.page.locator("#guests .seat-state")
    for place in range(2):
        expect(states.nth(place)).to_have_css("visibility", "hidden")
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)
    expect(ada.page.locator("#prompt h2")).to_be_visible()
    expect(states.first).to_have_css("visibility", "visible")
    expect(ada.page.locator(f"#{asked}")).to_have_count(0)
    expect(ada.page.locator(OPENED)).to_have_count(1)


def test_film_ends_in_the_state_after_the_reveal(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    choose_film(ada.page, "fast")
    reveal_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#film")).not_to_be_visible(timeout=30_000)
    shown = ada.page.evaluate(HERE)
    ada.page.reload()
    assert ada.page.evaluate(HERE) == shown


@pytest.mark.slow("two pages draw a film")
def test_reduced_motion_shows_the_prompt_at_once_with_sentences(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    for player in (ada, ben):
        choose_film(player.page, "slow")
    asked = reveal_cards(ada, ben)
    for player in (ada, ben):
        expect(player.page.locator(f"#{asked}")).to_have_count(0)
    next(player for player in (ada, ben) if player.is_asked).page.wait_for_function(BESIDE, arg=asked)
    expect(ada.page.locator("#announcer")).to_contain_text("go")


def test_last_film_replays_without_changing_the_prompt(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    asked = reveal_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()
    expect(ada.page.locator(f"#{asked}")).to_have_count(0)
    prompt, shown = ada.page.locator("#prompt").text_content(), ada.page.evaluate(HERE)
    ada.page.keyboard.press("m")
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)
    expect(ada.page.locator("#prompt")).to_be_visible()
    assert ada.page.locator("#prompt").text_content() == prompt
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#film")).not_to_be_visible()
    assert ada.page.evaluate(HERE) == shown
    (ada if ada.is_asked else ben).choose()


@pytest.mark.slow("two pages draw a film")
def test_all_seals_are_visible_before_the_reveal(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", settings=MOVING, phone="Ben", grace="3")
    ada.choose()
    expect(ada.page.locator("#reveal-countdown")).not_to_be_visible()
    ben.choose()
    for player in (ada, ben):
        expect(player.page.locator("#reveal-countdown")).to_be_visible()
        expect(player.page.locator("#reveal-countdown .crest")).to_have_count(2)
    expect(ada.page.locator("#film")).to_be_visible(timeout=10_000)
    expect(ada.page.locator("#reveal-countdown")).not_to_be_visible()


def test_settings_belong_to_the_device_and_stay(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    find_row(ada.page, "Settings").click()
    sheet = ada.page.locator("#settings")
    sheet.get_by_role("radio", name="Dark").check(force=True)
    sheet.get_by_role("switch", name="Motion").uncheck()
    sheet.get_by_role("switch", name="Someone seals").uncheck()
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("data-look", "dark")
    expect(ada.page.locator("html")).to_have_attribute("data-motion", "off")
    expect(ada.page.locator("#settings [data-setting=sound-seal]")).not_to_be_checked()
    expect(ada.page.locator("#settings [data-setting=sound-turn]")).to_be_checked()
    reveal_cards(ada, ben)
    # Without motion the end state and the sentences appear at once beside the prompt.
    expect(ada.page.locator("#film.still #film-say")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_have_js_property("inert", False)


@pytest.mark.slow("draws slow films")
def test_late_page_reaches_the_end_state(person: MakePlayer) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    watching = person("Ada's tablet", **MOVING)
    watching.context.add_cookies(
        [{"name": get_device_cookie_name(ada.url), "value": get_device_token(ada), "url": ada.url}]
    )
    watching.page.goto(ada.page.url)
    for player, speed in ((ada, "none"), (watching, "slow")):
        choose_film(player.page, speed)
    while int(ada.page.locator("#stage b").inner_text().partition(" ")[2] or 0) < whole(3, 2):
        if ada.is_asked:
            ada.choose()
        elif ben.is_asked:
            ben.choose()
        ada.page.wait_for_timeout(20)
    shown = ada.page.evaluate(SHOWN)
    assert shown
    watching.page.wait_for_function(f"shown => ({SHOWN})() === shown", arg=shown, timeout=60_000)
