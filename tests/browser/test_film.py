"""The film of an opening: it leads to the end state, can be skipped, and stands still for whom movement disturbs."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import of, table
from tools.player import Player, play

pytestmark = pytest.mark.browser

MOVING: dict[str, object] = {"reduced_motion": "no-preference"}

SHOWN = """() => document.getElementById("film").hidden
    && ["stage", "track"].map(id => document.getElementById(id).innerHTML).join()"""
"""What the round's heading and the track show once nothing is told any more."""


def test_the_film_says_what_happened_before_the_next_prompt_appears(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    ada.choose()
    ben.pick()
    ben.page.locator(".seal-button").click()
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    expect(ada.page.locator("#prompt")).not_to_be_visible()
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()
    expect(ada.page.locator("#log")).to_contain_text("A9.1")


def test_a_film_ends_by_itself_in_the_state_it_led_to(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    ada.page.locator("#film-speed").evaluate("button => button.click()")  # from normal to fast
    ada.choose()
    ben.pick()
    ben.page.locator(".seal-button").click()
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#film")).not_to_be_visible(timeout=30_000)
    shown = ada.page.locator("#board").inner_text()
    ada.page.reload()
    assert ada.page.locator("#board").inner_text() == shown


def test_with_reduced_motion_the_prompt_is_there_at_once_and_the_sentences_are_said(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    ada.choose()
    ben.pick()
    ben.page.locator(".seal-button").click()
    expect(ada.page.locator("#film-say")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()
    expect(ada.page.locator("#announcer")).to_contain_text("go")


def test_the_last_film_is_seen_again_without_disturbing_what_is_asked(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    ada.choose()
    ben.pick()
    ben.page.locator(".seal-button").click()
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()
    asked, board = ada.page.locator("#prompt").inner_text(), ada.page.locator("#board").inner_text()
    ada.page.keyboard.press("m")
    expect(ada.page.locator("#film")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()
    assert ada.page.locator("#prompt").inner_text() == asked
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("#film")).not_to_be_visible()
    expect(ada.page.locator("#board")).to_have_text(board, use_inner_text=True)
    ben.page.keyboard.press("Escape")
    for player in (ada, ben):
        expect(player.page.locator("#film")).not_to_be_visible()
    next(player for player in (ada, ben) if player.is_asked).choose()


def test_everybody_sees_that_all_have_sealed_before_the_cards_are_opened(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING, grace="3")
    ada.choose()
    expect(ada.page.locator("#opening")).not_to_be_visible()
    ben.choose()
    for player in (ada, ben):
        expect(player.page.locator("#opening")).to_be_visible()
        expect(player.page.locator("#opening .crest")).to_have_count(2)
    expect(ada.page.locator("#film")).to_be_visible(timeout=10_000)
    expect(ada.page.locator("#opening")).not_to_be_visible()


def test_settings_are_the_devices_own_and_stay(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Settings of this device").click()
    sheet = ada.page.locator("#settings")
    sheet.get_by_role("radio", name="Dark").check(force=True)
    sheet.get_by_role("switch", name="Movement").uncheck()
    sheet.get_by_role("switch", name="Somebody seals").uncheck()
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("data-look", "dark")
    expect(ada.page.locator("html")).to_have_attribute("data-motion", "off")
    expect(ada.page.locator("#settings [data-setting=sound-seal]")).not_to_be_checked()
    expect(ada.page.locator("#settings [data-setting=sound-turn]")).to_be_checked()
    ada.choose()
    ben.pick()
    ben.page.locator(".seal-button").click()
    # nothing moves: the end state at once, the sentences beside the prompt
    expect(ada.page.locator("#film-say")).to_be_visible()
    expect(ada.page.locator("#prompt")).to_be_visible()


def test_who_is_behind_comes_to_the_end_state(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    for player in (ada, ben):
        player.page.locator("#film-speed").evaluate("button => { button.click(); button.click(); }")  # no film
    watched = ada.new_page()
    watched.goto(ada.page.url)
    watched.locator("#film-speed").evaluate("button => { button.click(); button.click(); }")  # slow again
    play([ada, ben], rounds=of(3, 2))
    shown = ada.page.evaluate(SHOWN)
    assert shown
    watched.wait_for_function(f"shown => ({SHOWN})() === shown", arg=shown, timeout=60_000)


TELLING = """() => {
    window.told = [];
    const says = document.getElementById("film-say");
    new MutationObserver(() => window.told.push(says.textContent)).observe(says, { childList: true });
}"""
"""Notes what the film says."""


HEARING = """() => {
    window.heard = 0;
    const parse = JSON.parse;
    JSON.parse = text => {
        const message = parse(text);
        if (message.film) window.heard += 1;
        return message;
    };
}"""
"""Counts the films that arrive."""


def live(player: Player) -> Callable[[list[str]], None]:
    """What sends a player's page more films of one sentence each, as the server would."""
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    player.context.route_web_socket("**/live*", listen)
    player.page.reload()
    expect(player.page.locator("#status")).to_have_attribute("data-state", "live")

    def send(sentences: list[str]) -> None:
        for say in sentences:
            step: dict[str, Any] = {"say": say, "clause": "A9.1", "seat": None, "weight": 1, "regions": {}}
            sockets[-1].send(json.dumps({"version": 1, "regions": {}, "film": [step]}))

    return send


def open_cards(ada: Player, ben: Player) -> None:
    """Both seal; what the film says from then on is noted on Ada's page."""
    ada.page.evaluate(TELLING)
    ada.choose()
    ben.pick()
    ben.page.locator(".seal-button").click()


@pytest.mark.parametrize("waiting", [3, 40])
def test_a_film_is_seen_to_its_end_and_then_what_came_meanwhile_unless_it_is_far_too_much(
    person: MakePlayer, waiting: int
) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    send = live(ada)
    open_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    send(more := [f"More {number}" for number in range(waiting)])
    if waiting == 3:
        # between two films the box is away for a moment
        ada.page.wait_for_function("last => window.told.includes(last)", arg=more[-1], timeout=60_000)
    expect(ada.page.locator("#film")).not_to_be_visible(timeout=60_000)
    expect(ada.page.locator("#log")).to_contain_text("A9.1")
    told = ada.page.evaluate("window.told")
    opened = [say for say in told if say not in more]
    logged = [line for line in ada.page.locator("#log li").all_inner_texts() if "More" not in line]
    assert len(opened) == len(logged) > 1
    assert told == opened + more if waiting == 3 else told[: len(opened)] == opened and len(told) < waiting


def test_who_skips_a_film_skips_what_waits_behind_it(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings=MOVING)
    send = live(ada)
    open_cards(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.evaluate(HEARING)
    send(["More 0", "More 1", "More 2"])
    ada.page.wait_for_function("() => window.heard === 3")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#log")).to_contain_text("A9.1")
    send(["Last"])
    expect(ada.page.locator("#film-say")).to_have_text("Last")
    assert not [say for say in ada.page.evaluate("window.told") if say.startswith("More")]


def test_with_reduced_motion_no_sentence_chases_away_those_of_before(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    send = live(ada)
    open_cards(ada, ben)
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    send(["More"])
    expect(ada.page.locator("#film-say")).to_have_text("More", timeout=60_000)
    expect(ada.page.locator("#film")).not_to_be_visible()
    logged = ada.page.locator("#log li").all_inner_texts()
    told = ada.page.evaluate("window.told")[:-1]
    assert len(told) == len(logged) > 1
    assert all(say in line for say, line in zip(told, logged, strict=True))


def test_no_message_is_heavier_than_a_phone_likes(person: MakePlayer) -> None:
    """A whole opening with its film, at a table of five."""
    heard: list[str] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            heard.append(str(message))
            socket.send(message)

        server.on_message(forward)

    ada = table(person, "Ada", bots=4)[0]
    ada.context.route_web_socket("**/live*", listen)
    ada.page.reload()
    ada.wait_for_game()
    play([ada], rounds=of(8, 4))
    films: list[dict[str, Any]] = [json.loads(text) for text in heard if '"film"' in text]
    assert films
    assert max(len(text.encode()) for text in heard) < 60_000
    assert all(step["say"] and step["clause"] for message in films for step in message["film"])
