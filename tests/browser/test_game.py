"""Whole games, by clicks, by keys, and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import play_to_end, start_table
from tests.whole import whole
from tools.player import play

pytestmark = pytest.mark.browser


@pytest.mark.slow("three pages are open for a game")
def test_three_people_and_a_bot_play_to_the_end(person: MakePlayer) -> None:
    players = start_table(person, "Ada", "Ben", "Carla", phone="Carla", bots=1)
    play_to_end(players, "adel_verpflichtet", "clicks")
    for player in players:
        expect(player.page.locator("#end-title")).to_contain_text(re.compile(r"wins!|share the win!"))
        expect(player.page.locator(".guest").nth(2).locator(".name")).to_be_visible()
    players[0].page.get_by_role("button", name="Play again", exact=True).click()
    for player in players:
        expect(player.page.locator("[data-seal]")).to_be_visible()


@pytest.mark.parametrize("variant", ["surprise", "confrontation"])
def test_two_people_play_both_variants(person: MakePlayer, variant: str) -> None:
    players = start_table(person, "Ada", "Ben", variant=variant)
    rounds = whole(4, 2)
    play(players, rounds=rounds)
    expect(players[1].page.locator("#stage")).to_contain_text(f"Round {rounds}")


def test_round_is_played_by_keys(person: MakePlayer) -> None:
    ada = start_table(person, "Ada", bots=2)[0]
    keys = ada.page.keyboard
    for _ in range(40):
        if ada.page.locator("#stage b").inner_text() != "Round 1":
            break
        if not ada.is_asked:
            ada.page.wait_for_timeout(20)
            continue
        composed = ada.page.locator("[data-pick-best]")
        if composed.count():
            composed.focus()
            keys.press("Enter")
        else:
            # Tab reaches the cards from the top of the page.
            ada.page.locator(".skip").focus()
            while ada.page.evaluate("document.activeElement.name") != "choice":
                keys.press("Tab")
            keys.press("ArrowRight")
        ask = ada.page.locator("#phase").get_attribute("data-ask")
        ada.page.locator("[data-seal] input:checked").first.focus()
        keys.press("Enter")
        expect(ada.page.locator(f"#phase[data-ask='{ask}'][data-turn='yes']")).to_have_count(0)
    expect(ada.page.locator("#stage")).to_contain_text("Round 2")


def test_single_keys_announce_waiting_events_and_hand(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", away=["Carla"])
    ada.choose()
    expect(ada.page.locator("#waiting")).to_have_text(re.compile(r"Waiting for\s+Ben and Carla"))
    ada.page.keyboard.press("w")
    expect(ada.page.locator("#waiting")).to_be_focused()
    expect(ada.page.locator("#announcer")).to_contain_text("Waiting for Ben and Carla")
    ada.page.keyboard.press("h")
    expect(ada.page.locator("#hand")).to_be_focused()
    # Each object once, by name, and no drawing.
    names = ada.page.locator("#hand .piece .unseen").all_inner_texts()
    assert len(names) > 8
    expect(ada.page.locator("#announcer > :last-child")).to_have_text(", ".join(names))
    ada.page.keyboard.press("l")
    expect(ada.page.locator("#last_round")).to_be_focused()
    # A letter typed into the chat is no command.
    ben.page.keyboard.press("c")
    expect(ben.page.locator("#chat-text")).to_be_focused()
    ben.page.keyboard.type("what?")
    expect(ben.page.locator("#chat-text")).to_have_value("what?")


def test_round_is_played_without_javascript(person: MakePlayer) -> None:
    ada = person("Ada", java_script_enabled=False)
    page = ada.page
    ada.open_room()
    page.locator("#options-pace summary").click()
    page.locator("#option-grace").select_option("0")
    page.locator("#option-bot_pace").select_option("0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#option-grace")).to_have_value("0")
    for _ in range(2):
        page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Start with 3 players").click()
    for _ in range(60):
        # A press waits only for the start of the answer.
        page.wait_for_load_state()
        if page.locator("#stage b").inner_text() != "Round 1":
            break
        listed = page.locator(".plain-choice")
        if listed.count():
            listed.get_by_role("button").click()
        elif page.locator("[data-seal]").count():
            page.locator("[data-seal] .choice").first.click()
            page.locator(".seal-button").click()
        else:
            page.reload()
    expect(page.locator("#stage")).to_contain_text("Round 2")


@pytest.mark.slow("the clock is drawn for seconds")
def test_grace_pause_is_visible_and_a_lift_stops_it(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", grace="3")
    ada.choose()
    ben.choose()
    for player in (ada, ben):
        expect(player.page.locator("#waiting")).to_contain_text("Revealing")
        expect(player.page.locator(".reveal-count")).to_have_text(re.compile("[123]"))
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.page.locator("#waiting")).to_contain_text("Waiting for you")
    ada.choose()
    expect(ben.page.locator("#log [data-clause='A9.1']").first).to_be_attached()


def test_watcher_sees_the_table_and_no_hand(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", watchers="public")
    ada.page.get_by_role("button", name="Menu").click()
    link = ada.page.get_by_label("Watch link").input_value()
    ada.page.keyboard.press("Escape")
    watcher = person("Walter")
    watcher.page.goto(link)
    expect(watcher.page.locator("#waiting")).to_contain_text("You're watching")
    expect(watcher.page.locator("#status")).to_have_attribute("data-state", "live")
    for hidden in ("#hand", "#prompt", ".chat-tools"):
        expect(watcher.page.locator(hidden)).not_to_be_visible()
    expect(watcher.page.locator("#scene .piece-pawn")).to_have_count(2)
    ada.choose()
    expect(watcher.page.locator("#seat-0")).to_have_attribute("data-state", "sealed")
    # Sealed cards lie there; only their owners see the fronts.
    expect(watcher.page.locator("#scene .piece[data-sealed][data-seat='0']").first).to_be_visible()
    expect(watcher.page.locator(".peek, .is-own")).to_have_count(0)
    expect(ada.page.locator("#scene .piece[data-sealed][data-seat='0'] .peek").first).to_be_attached()
    ben.choose()
    expect(watcher.page.locator("#log [data-clause='A9.1']").first).to_be_attached()


def test_refusal_is_shown_without_javascript(person: MakePlayer) -> None:
    ada, ben = person("Ada"), person("Ada", java_script_enabled=False)
    link = ada.open_room()
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ada")
    ben.page.get_by_role("button", name="Join the table").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("has that name")
    expect(ben.page.get_by_label("Your name")).to_have_value("Ada")
    ben.problems.clear()  # The browser itself logs the answer 409.
