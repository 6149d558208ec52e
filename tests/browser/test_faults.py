"""What the page does when the way to the table fails: nothing is lost, and nobody has to load anything."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, Route, WebSocket, WebSocketRoute, expect

from app.web.html.region_keys import OF_PRESENCE
from app.web.html.regions import WAITING
from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.friends import SEALED
from tests.browser.laid import HERE, choose_film
from tests.browser.sheets import row
from tests.browser.tables import table
from tests.whole import whole
from tools.player import Player, play
from tools.served import Served

pytestmark = pytest.mark.browser

STATES = """() => {
    const box = document.getElementById("status");
    window.states = [];
    const keep = () => window.states.push(box.dataset.state);
    new MutationObserver(keep).observe(box, { attributeFilter: ["data-state"] });
}"""
"""Keeps every state of the connection from now on."""


def state(page: Page) -> str | None:
    """What the page says of its connection."""
    return page.locator("#status").get_attribute("data-state")


@pytest.mark.slow("two people at a table, and a page loaded again")
def test_loading_the_page_again_shows_the_same_hand_and_the_sealed_card(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", away=["Carla"])
    hand = ada.objects()
    ada.page.reload()
    assert ada.objects() == hand
    ada.choose()
    sealed = ada.page.locator(".choice.is-sealed input").get_attribute("value")
    ada.page.reload()
    expect(ada.page.locator(".choice.is-sealed input")).to_have_attribute("value", sealed or "")
    assert ada.objects() == hand
    expect(ben.page.locator("#seat-0")).to_have_attribute(*SEALED)


def test_two_tabs_hold_one_seat_and_closing_one_leaves_it_taken(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", away=["Carla"])
    second = ada.new_page()
    second.goto(ada.page.url)
    ada.choose()
    expect(second.locator(".choice.is-sealed")).to_have_count(1)
    expect(second.locator("#prompt.is-sealed")).to_be_visible()
    second.get_by_role("button", name="Take back").click()
    expect(ada.page.locator(".choice.is-sealed")).to_have_count(0)
    second.close()
    ben.choose()
    expect(ben.page.locator("#seat-0")).to_have_attribute("data-presence", "here")


def test_a_return_link_brings_the_seat_to_another_device(person: MakePlayer) -> None:
    (ada,) = table(person, "Ada", away=["Ben"])
    hand = ada.objects()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Play on another device").click()
    link = ada.page.locator("#return-link").input_value()
    phone = person("Phone")
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.page.locator("#seat-0")).to_have_class(re.compile("is-you"))
    # until the styles are there, texts run into each other
    expect(phone.page.locator("#status")).to_have_attribute("data-state", "live")
    assert phone.objects() == hand


@pytest.mark.slow("the page asks for what it cannot hear")
def test_a_card_is_sealed_by_post_while_the_socket_is_blocked(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    ada.context.route_web_socket(re.compile(r"/live\?"), lambda socket: socket.close(code=1013))
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "lost")
    ada.choose()
    expect(ada.page.locator("[data-seal]")).to_have_attribute("data-sealed", re.compile("."))
    expect(ben.page.locator("#seat-0")).to_have_attribute(*SEALED)
    ben.choose()
    # without a socket the page asks now and then
    expect(ada.page.locator("#log [data-clause='A9.1']")).to_have_count(1)


@pytest.mark.slow("two people play, one with a socket that fails")
def test_a_command_lost_with_its_socket_is_sent_again_and_done_once(person: MakePlayer) -> None:
    ada, ben = person("Ada"), person("Ben")
    sockets: list[WebSocketRoute] = []
    swallowed: list[str] = []

    def swallow(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def forward(message: str | bytes) -> None:
            text = str(message)
            if '"say"' in text and not swallowed:
                swallowed.append(text)
                socket.close(code=1012)
            else:
                server.send(message)

        socket.on_message(forward)

    ada.context.route_web_socket(re.compile(r"/live\?"), swallow)
    ben.sit_down(ada.open_room())
    ada.page.locator("#chat-text").fill("Good evening")
    ada.page.locator("#chat-text").press("Enter")
    expect(ben.page.locator(".chat-lines")).to_contain_text("Good evening")
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live", timeout=15_000)
    assert len(swallowed) == 1
    assert len(sockets) == 2
    assert ben.page.locator(".chat-lines .line").all_inner_texts() == ["Good evening"]


def test_a_socket_that_answers_no_more_is_noticed_and_left(person: MakePlayer) -> None:
    """An open line on which nothing comes: the page's own heartbeat finds it dead."""
    ada = person("Ada")
    sockets: list[WebSocketRoute] = []
    answers: list[str] = []
    ada.context.route_web_socket(re.compile(r"/live\?"), lambda socket: open_line(socket, sockets, answers))
    ada.page.clock.install()
    ada.open_room()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    for _ in range(500):  # the page's clock is quicker than the line
        if answers:
            break
        ada.page.wait_for_timeout(20)
    assert answers
    ada.page.clock.run_for(21_000)
    assert state(ada.page) == "live", "it has only just asked"
    # on a busy machine the page is back before anybody looks
    ada.page.evaluate(STATES)
    ada.page.clock.run_for(10_500)
    ada.page.clock.run_for(2_000)
    ada.page.wait_for_function("() => window.states.at(-1) === 'live'")
    assert ada.page.evaluate("window.states") == ["lost", "live"]
    assert len(sockets) == 2


def open_line(socket: WebSocketRoute, sockets: list[WebSocketRoute], answers: list[str]) -> None:
    """Lets everything through, and keeps the answers to heartbeats; of the first socket's all but one are lost."""
    sockets.append(socket)
    is_first = len(sockets) == 1
    server = socket.connect_to_server()

    def forward(message: str | bytes) -> None:
        if not is_first or '"ping"' not in str(message) or '"beat-1"' in str(message):
            server.send(message)

    def back(message: str | bytes) -> None:
        socket.send(message)
        if '"re":"beat-' in str(message):
            answers.append(str(message))

    socket.on_message(forward)
    server.on_message(back)


@pytest.mark.slow("the server is started twice")
def test_a_server_that_is_killed_and_comes_back_is_found_again(person: MakePlayer, own_served: Served) -> None:
    players = table(person, "Ada", "Ben", url=own_served.url)
    hands = [player.objects() for player in players]
    players[0].choose()
    own_served.kill()
    for player in players:
        expect(player.page.locator("#status")).to_have_attribute("data-state", "lost")
    own_served.start()
    for player in players:
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live", timeout=20_000)
    assert [player.objects() for player in players] == hands
    expect(players[1].page.locator("#seat-0")).to_have_attribute(*SEALED)
    play(players, choices=3)


def test_a_seat_given_up_ends_its_pages_for_good(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    second = ben.new_page()
    second.goto(ben.page.url)
    expect(second.locator("#status")).to_have_attribute("data-state", "live")
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_text("Leave the table").click()
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.page).to_have_url(f"{ben.url}/")
    expect(second.get_by_role("heading", level=1)).to_have_text("You're no longer at this table")
    expect(second.locator("main")).to_contain_text("You left the table.")
    expect(second.get_by_role("link", name="Home")).to_be_visible()
    ben.problems.clear()
    expect(ada.page.locator("#seat-1")).to_contain_text("left")


@pytest.mark.parametrize("way", ["socket", "polling"])
def test_who_is_removed_is_told_so_on_a_plain_page_at_once(person: MakePlayer, way: str) -> None:
    ada, ben, carla = table(person, "Ada", "Ben", "Carla")
    if way == "polling":
        ben.context.route_web_socket(re.compile(r"/live\?"), lambda socket: socket.close(code=1013))
        ben.page.reload()
    ada.page.locator("#seat-1 button").first.click()
    sheet = ada.page.locator("#more-1")
    sheet.locator("summary", has_text="Remove").click()
    sheet.get_by_role("button", name="Remove from the table").click()
    expect(sheet).to_be_hidden()
    expect(ada.page.locator("#toasts")).to_contain_text("Ada removed Ben. A bot plays on.")
    expect(carla.page.locator("#toasts")).to_contain_text("Ada removed Ben. A bot plays on.")
    expect(ben.page.locator("main")).to_contain_text("The host removed you from the table.", timeout=15_000)
    expect(ben.page.get_by_role("link", name="Home")).to_be_visible()
    expect(ben.page.locator("#scene, #prompt, #menu")).to_have_count(0)
    ben.problems.clear()


@pytest.mark.slow("two tables")
def test_whose_device_was_removed_or_whose_table_was_deleted_stands_at_no_table(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Play on another device").click()
    link = ada.page.locator("#return-link").input_value()
    ada.page.goto(ada.page.url.rpartition("/")[0] if "return-link" in ada.page.url else ada.page.url)
    phone = person("Phone")
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.page.locator("#status")).to_have_attribute("data-state", "live")
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_text("My devices").click()
    ada.page.get_by_role("button", name="Remove all other devices").click()
    expect(phone.page.locator("main")).to_contain_text("This device was removed from your seat.")
    address = ada.page.url
    ada.page.goto(f"{address}/file")
    ada.page.locator("[name=confirm]").fill(address.rpartition("/")[2])
    ada.page.get_by_role("button", name="Delete everything").click()
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Not found")
    expect(ben.page.get_by_role("link", name="Home")).to_be_visible()
    # the pages that say so answer with 404
    ben.problems.clear()
    phone.problems.clear()


def test_half_typed_words_and_open_details_outlive_every_change(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", away=["Carla"])
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
    row(ben.page, "Pause the game").click()
    expect(ada.page.locator("#menu").get_by_role("button", name="Resume")).to_be_visible()
    expect(ada.page.locator("#leave-details")).to_have_attribute("open", "")


@pytest.mark.parametrize("game", registry.GAMES)
def test_what_is_picked_before_the_first_message_stays_picked(person: MakePlayer, game: str) -> None:
    """On a slow line the page is there for seconds before its socket says anything."""
    (ben,) = table(person, "Ben", away=["Ada", "Carla"], game=game)
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
def test_neither_the_first_message_nor_the_one_after_a_tunnel_repeats_the_table(person: MakePlayer, game: str) -> None:
    ada, ben = table(person, "Ada", "Ben", game=game, settings={"reduced_motion": "no-preference"})
    choose_film(ada.page, "fast")
    sockets: list[list[dict[str, Any]]] = []

    def opened(socket: WebSocket) -> None:
        heard: list[dict[str, Any]] = []
        sockets.append(heard)
        socket.on("framereceived", lambda payload: heard.append(json.loads(payload)))

    ada.page.on("websocket", opened)
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    film = ada.page.locator("html.has-film")
    # who is asked first is chance
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
    # beside a page that was loaded just now the old one is the same
    other = ada.new_page()
    other.goto(ada.page.url)
    assert ada.page.evaluate(HERE) == other.evaluate(HERE)
    lines = "lines => lines.map(line => line.textContent.trim())"
    logged = "#log :is(h3, li, .all-rounds:not([hidden]))"
    assert ada.page.locator(logged).evaluate_all(lines) == other.locator(logged).evaluate_all(lines) != []
    for id in ("chat", "seat-0", "seat-1", "prompt"):
        expect(ada.page.locator(f"#{id}")).to_have_text(other.locator(f"#{id}").inner_text(), use_inner_text=True)


def test_the_end_of_a_game_comes_after_its_film_even_where_it_is_fetched_twice(person: MakePlayer) -> None:
    ada, ben = table(person, "Ada", "Ben", settings={"film": "fast"})
    asked: list[str] = []

    def lost(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.abort()

    ada.page.route("**/part/end*", lost)
    for player in (ada, ben):
        vote(player, "end")
    expect(ada.page.locator("#end .end-head")).to_be_visible()
    assert len(asked) == 2
    # whoever loads the page has the same without asking for more
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    expect(ada.page.locator("#end .end-head")).to_be_visible()
    assert len(asked) == 2
    expect(ben.page.locator("#end .end-head")).to_be_visible()


def vote(player: Player, motion: str) -> None:
    """Votes for it as a program does."""
    room, token = player.page.url.rpartition("/")[2], player.context.cookies()[0]["value"]
    answer = httpx2.post(
        f"{player.url}/api/rooms/{room}/commands",
        headers={"authorization": f"Bearer {token}"},
        json={"do": "vote", "motion": motion, "on": True},
    )
    assert answer.is_success
