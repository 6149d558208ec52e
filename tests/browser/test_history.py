"""History pages: replays by keyboard and by themselves, the log, missed reveals."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, seat_as
from tests.browser.tables import start_table
from tools.player import Player, play

pytestmark = pytest.mark.browser


GAME = "adel_verpflichtet"

SOON_GONE = """const real = setTimeout;
window.setTimeout = (act, ms, ...rest) => real(act, ms > 5_000 ? ms / 10 : ms, ...rest);"""
"""Init script that shortens long waits."""


def open_long_game(player: Player) -> Page:
    """Open the page of a table of five after many rounds.

    Nobody may act there."""
    page = seat_as(player).page
    page.goto(f"{player.url}/r/{get_pose(GAME, 'location').code}")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    return page


def read_position(page: Page) -> str:
    """Return the round and step of the replay."""
    return page.locator("#where").inner_text()


def test_replay_steps_by_keyboard_and_keeps_the_focus(person: MakePlayer) -> None:
    page = open_long_game(person())
    page.goto(f"{page.url}/replay")
    page.evaluate("window.isStill = true")
    first = read_position(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).not_to_have_text(first, use_inner_text=True)
    second, said = read_position(page), page.locator("#film-say").inner_text()
    expect(page.locator("#announcer")).to_contain_text(said)
    page.keyboard.press("PageDown")
    expect(page.locator("#where")).to_contain_text("Round 2")
    page.keyboard.press("PageUp")
    expect(page.locator("#where")).to_have_text(first)
    page.locator("#way-on").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_have_text(second)
    expect(page.locator("#way-on")).to_be_focused()
    expect(page).to_have_url(re.compile("at="))
    assert page.evaluate("window.isStill"), "no page was loaded"
    page.reload()
    assert read_position(page) == second
    page.locator("#jump-round").select_option("Round 3")
    expect(page.locator("#where")).to_contain_text("Round 3")
    expect(page.locator(".past-hand .piece")).not_to_have_count(0)
    page.get_by_label("View as").select_option("public")
    expect(page.locator(".past-hand")).to_have_count(0)
    expect(page.locator("#where")).to_contain_text("Round 3")


def test_replay_plays_to_the_end_and_can_pause(person: MakePlayer) -> None:
    page = open_long_game(person())
    page.evaluate("localStorage.setItem('signet-film', 'fast')")
    page.goto(f"{page.url}/replay?at=999999")
    for _ in range(3):
        before = read_position(page)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#where")).not_to_have_text(before, use_inner_text=True)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_replay_opens_clauses_in_place_and_shows_flights(person: MakePlayer) -> None:
    page = open_long_game(person(reduced_motion="no-preference"))
    page.evaluate("localStorage.setItem('signet-film', 'fast')")
    page.goto(f"{page.url}/replay")
    page.evaluate(
        """() => {
            const { animate } = Element.prototype;
            window.flights = 0;
            Element.prototype.animate = function (...how) {
                window.flights += this.matches(".flown");
                return animate.apply(this, how);
            };
        }"""
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film-clause")).to_have_attribute("data-clause", "A3.1")
    page.locator("#film-clause").click()
    expect(page.get_by_role("dialog", name="The rule").locator(".why-rule")).to_contain_text("A3.1")
    page.keyboard.press("Escape")
    # by itself it waits for each step: a press during a step cuts its flights short
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => window.flights > 0")


def test_replay_steps_by_links_without_scripts(person: MakePlayer) -> None:
    ada = person()
    open_long_game(ada)
    plain = ada.context.browser
    assert plain is not None
    context = plain.new_context(java_script_enabled=False, storage_state=ada.context.storage_state())
    page = context.new_page()
    page.goto(f"{ada.page.url}/replay")
    first = read_position(page)
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#where")).not_to_have_text(first, use_inner_text=True)
    page.get_by_role("link", name="Next round").click()
    expect(page.locator("#where")).to_contain_text("Round 2")
    page.get_by_role("link", name="All rounds").click()
    page.get_by_label("Player").select_option("Ben")
    page.get_by_role("button", name="Show").click()
    page.wait_for_load_state()
    assert page.locator(".log-round li").evaluate_all("lines => lines.filter(line => line.checkVisibility()).length")
    context.close()


def test_filter_chosen_before_the_script_is_applied(person: MakePlayer) -> None:
    page = open_long_game(person())
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/page/log\.js"), hold)
    page.goto(f"{page.url}/rounds", wait_until="commit")
    page.locator("[name=what]").select_option("thefts")
    cards = page.locator(".log-round li[data-topic=cards]:visible")
    expect(cards).not_to_have_count(0)
    held[0].continue_()
    expect(cards).to_have_count(0)


def test_log_filters_and_its_cells_open_the_replay(person: MakePlayer) -> None:
    page = open_long_game(person())
    page.goto(f"{page.url}/rounds")
    lines = page.locator(".log-round li:not([hidden])")
    before = lines.count()
    page.locator("[name=what]").select_option("thefts")
    expect(page.locator(".log-round li[data-topic=cards]:visible")).to_have_count(0)
    assert lines.count() < before
    page.locator(".grid .cell-link").last.click()
    expect(page.locator("#where")).to_contain_text("Round 1")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#prompt")).to_be_visible()


@pytest.mark.slow("two rounds are played")
def test_returning_player_reads_of_missed_reveals(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", bots=1, variant="surprise")
    play([ada, ben], rounds=2)
    # Ada's page may be quicker.
    expect(ben.page.locator("#phase")).to_have_attribute("data-round", "2")
    address = ben.page.url
    expect(ben.page.locator(".toast", has_text="You missed")).to_have_count(0)
    seen = int(ben.page.locator("#phase").get_attribute("data-reveal") or 0)
    ben.page.goto("about:blank")
    ada.page.locator("#seat-1 button").click()
    ada.page.get_by_role("button", name="Let a bot stand in").click()
    ada.page.keyboard.press("Escape")
    play([ada], rounds=3)
    ben.page.goto(address)
    told = ben.page.locator(".toast", has_text=re.compile(r"You missed \d+ reveals"))
    button = told.get_by_role("link", name="Show")
    expect(button).to_be_visible()
    assert (button.get_attribute("href") or "").endswith(f"/replay?catch-up={seen + 1}")
    button.click()
    film = ben.page.get_by_role("region", name="You missed")
    expect(film).to_be_visible()
    expect(ben.page.get_by_role("button", name="Pause")).to_be_visible()
    film.get_by_role("link", name="Skip").click()
    expect(ben.page.locator("#prompt, #end").first).to_be_attached()
    expect(ben.page.locator(".toast", has_text="You missed")).to_have_count(0)


def open_missed(player: Player, reveals: int) -> Page:
    """Open the film of the last reveals of a long game."""
    page = open_long_game(player)
    last = int(page.locator("#phase").get_attribute("data-reveal") or 0)
    page.goto(f"{page.url}/replay?catch-up={last - reveals + 1}")
    return page


def test_missed_reveals_play_and_end_at_the_table(person: MakePlayer) -> None:
    ada = person()
    # Motion is allowed here.
    ada.page.emulate_media(reduced_motion="no-preference")
    page = open_missed(ada, 1)
    expect(page.locator("#catch-up-says")).to_have_text("You missed 1 reveal")
    expect(page.locator("#catch-up-says")).to_have_text("You're up to date.")
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#announcer")).to_contain_text(page.locator("#film-say").inner_text())
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator(".toast", has_text="You missed")).to_have_count(0)


def test_missed_reveals_can_pause_step_and_resume(person: MakePlayer) -> None:
    page = open_missed(person(), 30)
    first = read_position(page)
    expect(page.locator("#where")).not_to_have_text(first, use_inner_text=True)
    page.get_by_role("button", name="Pause").click()
    page.locator("#way-back").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    stands = read_position(page)
    page.reload()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#where")).not_to_have_text(stands, use_inner_text=True)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator("#slider").press("End")
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    page.locator("#catch-up").get_by_role("link", name="Skip").click()
    expect(page.locator("#prompt")).to_be_visible()


@pytest.mark.parametrize("by", ["system", "keys"])
def test_missed_reveals_stay_for_reduced_motion_and_keys(person: MakePlayer, by: str) -> None:
    """A screen reader may still be reading."""
    ada = person()
    ada.page.emulate_media(reduced_motion="reduce" if by == "system" else "no-preference")
    ada.context.add_init_script(SOON_GONE)
    page = open_missed(ada, 1)
    if by == "keys":
        page.keyboard.press("Shift")
    expect(page.locator("#catch-up-says")).to_have_text("You're up to date.")
    page.evaluate("() => new Promise(done => setTimeout(done, 20_000))")
    expect(page.locator("#catch-up-says")).to_be_visible()
    page.keyboard.press("Tab")
    page.locator("#catch-up").get_by_role("link", name="Back to the table").press("Enter")
    expect(page.locator("#prompt")).to_be_visible()


def test_open_hands_beyond_the_edge_scroll(person: MakePlayer) -> None:
    ada = seat_as(person(viewport=PHONE))
    page = ada.page
    page.goto(f"{ada.url}/r/{get_pose(GAME, 'finished').code}/replay?perspective=open&at=12")
    hands = page.locator("#hand")
    hands.hover()
    page.mouse.wheel(300, 0)
    page.wait_for_function("() => document.getElementById('hand').scrollLeft > 100")


def test_pause_at_the_end_of_missed_reveals_stays(person: MakePlayer) -> None:
    ada = person()
    ada.page.emulate_media(reduced_motion="no-preference")
    page = open_missed(ada, 1)
    expect(page.locator("#catch-up-says")).to_have_text("You're up to date.")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator("#catch-up").get_by_role("link", name="Back to the table").click()
    expect(page.locator("#prompt")).to_be_visible()
