"""State of a page that survives redrawing, a first message and a lost connection."""

import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Route, WebSocket, WebSocketRoute, expect

from app.web.html.region_keys import OF_PRESENCE
from app.web.html.regions import WAITING
from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.friends import SEALED
from tests.browser.pieces_on_page import HERE, choose_film
from tests.browser.sheets import find_row
from tests.browser.tables import start_table
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser


def test_typed_words_and_open_details_survive_every_change(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", away=["Carla"])
    for player in (ada, ben):
        player.page.locator("#chat-button").click()
    text = ada.page.locator("#chat-text")
    text.press_sequentially("I think that")
    ben.page.locator("#chat-text").fill("Hurry up")
    ben.page.locator("#chat-text").press("Enter")
    ben.page.keyboard.press("Escape")
    ben.choose()
    expect(ada.page.locator(".chat-lines")).to_contain_text("Hurry up")
    expect(ada.page.locator("#seat-1")).to_have_attribute(*SEALED)
    expect(text).to_have_value("I think that")
    expect(text).to_be_focused()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_text("Leave the table").click()
    find_row(ben.page, "Pause the game").click()
    expect(ada.page.locator("#menu").get_by_role("button", name="Resume")).to_be_visible()
    expect(ada.page.locator("#leave-details")).to_have_attribute("open", "")


@pytest.mark.parametrize("game", registry.GAMES)
def test_selection_before_the_first_message_stays(person: MakePlayer, game: str) -> None:
    """On a slow line the page stands for seconds before its socket's first message."""
    (ben,) = start_table(person, "Ben", away=["Ada", "Carla"], game=game)
    ben.wait_for_turn()
    held: list[Callable[[], None]] = []

    def slow(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda message: held.append(lambda: line.send(message)))

    ben.page.route_web_socket("**/live*", slow)
    ben.page.reload()
    ben.page.evaluate("document.addEventListener('signet:shown', () => { window.isShown = true; })")
    label = ben.page.locator("[data-seal] .choice").last
    ben.press(label)
    card = label.locator("input")
    while not held:
        ben.page.wait_for_timeout(20)
    for told in held:
        told()
    ben.page.wait_for_function("() => window.isShown")
    expect(card).to_be_checked()


@pytest.mark.slow("the first reveal is shown as a film")
@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][-1:]))
def test_first_messages_do_not_repeat_the_table(person: MakePlayer, game: str) -> None:
    ada, ben = start_table(person, "Ada", "Ben", game=game, settings={"reduced_motion": "no-preference"})
    choose_film(ada.page, "fast")
    sockets: list[list[dict[str, Any]]] = []

    def record_messages(socket: WebSocket) -> None:
        heard: list[dict[str, Any]] = []
        sockets.append(heard)
        socket.on("framereceived", lambda payload: heard.append(json.loads(payload)))

    ada.page.on("websocket", record_messages)
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    film = ada.page.locator("html.has-film")
    # The first prompt is random.
    while not film.count():
        asked = next((player for player in (ada, ben) if player.is_asked), None)
        if asked is not None:
            asked.choose()
        ada.page.wait_for_timeout(200)
    ada.page.context.set_offline(True)
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "lost")
    ben.page.locator("#chat-button").click()
    ben.page.locator("#chat-text").fill("Where are you?")
    ben.page.locator("#chat-text").press("Enter")
    expect(ben.page.locator("#chat")).to_contain_text("Where are you?")
    ada.page.context.set_offline(False)
    expect(ada.page.locator("#chat")).to_contain_text("Where are you?")
    first = [next(each for each in heard if "now" in each) for heard in sockets if heard]
    assert len(first) > 1
    assert not first[0].keys() & {"film", "table", "fetch"}
    assert first[0]["regions"].keys() == {WAITING, *OF_PRESENCE}
    assert not first[-1].keys() & {"film", "table"}
    assert "chat" in first[-1]["regions"]
    # The old page equals one that was just loaded.
    other = ada.new_page()
    other.goto(ada.page.url)
    assert ada.page.evaluate(HERE) == other.evaluate(HERE)
    lines = "lines => lines.map(line => line.textContent.trim())"
    logged = "#log :is(h3, li, .all-rounds:not([hidden]))"
    assert ada.page.locator(logged).evaluate_all(lines) == other.locator(logged).evaluate_all(lines) != []
    for id in ("chat", "seat-0", "seat-1", "prompt"):
        expect(ada.page.locator(f"#{id}")).to_have_text(other.locator(f"#{id}").inner_text(), use_inner_text=True)


def test_end_of_game_follows_its_film_when_fetched_twice(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", settings={"film": "fast"})
    asked: list[str] = []

    def lose(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.abort()

    ada.page.route("**/part/end*", lose)
    for player in (ada, ben):
        vote(player, "end")
    expect(ada.page.locator("#end .end-head")).to_be_visible()
    assert len(asked) == 2
    # A reloaded page has the same without a further request.
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    expect(ada.page.locator("#end .end-head")).to_be_visible()
    assert len(asked) == 2
    expect(ben.page.locator("#end .end-head")).to_be_visible()


def vote(player: Player, motion: str) -> None:
    """Vote for a motion by the protocol."""
    room, token = player.page.url.rpartition("/")[2], player.context.cookies()[0]["value"]
    answer = httpx2.post(
        f"{player.url}/api/rooms/{room}/commands",
        headers={"authorization": f"Bearer {token}"},
        json={"do": "vote", "motion": motion, "on": True},
        timeout=60,
    )
    assert answer.is_success
