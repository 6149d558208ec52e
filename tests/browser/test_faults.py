"""Page whose connection to the table fails: nothing is lost, and nobody reloads."""

import re

import httpx2
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.friends import SEALED
from tests.browser.tables import start_table
from tools.player import Player, play
from tools.served import Served

pytestmark = pytest.mark.browser

STATES = """() => {
    const box = document.getElementById("status");
    window.states = [];
    const keep = () => window.states.push(box.dataset.state);
    new MutationObserver(keep).observe(box, { attributeFilter: ["data-state"] });
}"""
"""Script that records every state of the connection."""


def read_state(page: Page) -> str | None:
    """Return the page's state of the connection."""
    return page.locator("#status").get_attribute("data-state")


@pytest.mark.slow("two people at a table, and a page loaded again")
def test_reload_shows_the_same_hand_and_sealed_card(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", away=["Carla"])
    hand = ada.objects()
    ada.page.reload()
    assert ada.objects() == hand
    ada.choose()
    sealed = ada.page.locator(".choice.is-sealed input").get_attribute("value")
    ada.page.reload()
    expect(ada.page.locator(".choice.is-sealed input")).to_have_attribute("value", sealed or "")
    assert ada.objects() == hand
    expect(ben.page.locator("#seat-0")).to_have_attribute(*SEALED)


def test_seat_stays_taken_when_one_tab_closes(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben", away=["Carla"])
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


def test_return_link_moves_the_seat_to_another_device(person: MakePlayer) -> None:
    (ada,) = start_table(person, "Ada", away=["Ben"])
    hand = ada.objects()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_role("button", name="Play on another device").click()
    link = ada.page.locator("#return-link").input_value()
    phone = person("Phone")
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.page.locator("#seat-0")).to_have_class(re.compile("is-you"))
    # Until the styles are loaded, texts overlap.
    expect(phone.page.locator("#status")).to_have_attribute("data-state", "live")
    assert phone.objects() == hand


@pytest.mark.slow("the page asks for what it cannot hear")
def test_card_is_sealed_by_post_without_a_socket(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    ada.context.route_web_socket(re.compile(r"/live\?"), lambda socket: socket.close(code=1013))
    ada.page.reload()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "lost")
    ada.choose()
    expect(ada.page.locator("[data-seal]")).to_have_attribute("data-sealed", re.compile("."))
    expect(ben.page.locator("#seat-0")).to_have_attribute(*SEALED)
    ben.choose()
    # Without a socket the page polls.
    expect(ada.page.locator("#log [data-clause='A9.1']")).to_have_count(1)


@pytest.mark.slow("two people play, one with a socket that fails")
def test_command_lost_with_its_socket_runs_once(person: MakePlayer) -> None:
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


def test_dead_socket_is_replaced(person: MakePlayer) -> None:
    """The socket stays open but silent: the page's heartbeat detects it."""
    ada = person("Ada")
    sockets: list[WebSocketRoute] = []
    answers: list[str] = []
    ada.context.route_web_socket(re.compile(r"/live\?"), lambda socket: forward_line(socket, sockets, answers))
    ada.page.clock.install()
    ada.open_room()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    for _ in range(500):  # The page's clock runs faster than the network's.
        if answers:
            break
        ada.page.wait_for_timeout(20)
    assert answers
    ada.page.clock.run_for(21_000)
    assert read_state(ada.page) == "live", "it has only just asked"
    # On a busy machine the page may be back before the test looks.
    ada.page.evaluate(STATES)
    ada.page.clock.run_for(10_500)
    ada.page.clock.run_for(2_000)
    ada.page.wait_for_function("() => window.states.at(-1) === 'live'")
    assert ada.page.evaluate("window.states") == ["lost", "live"]
    assert len(sockets) == 2


def test_returning_page_waits_for_a_busy_server(person: MakePlayer) -> None:
    """The server takes thousands of returning pages one after the other."""
    ada = person("Ada")
    sockets: list[WebSocketRoute] = []

    def serve_late(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) != 2:
            socket.connect_to_server()

    ada.context.route_web_socket(re.compile(r"/live\?"), serve_late)
    ada.page.clock.install()
    ada.open_room()
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    sockets[0].close(code=1011)
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "lost")
    ada.page.clock.run_for(400)
    for _ in range(500):  # The page's clock runs faster than the network's.
        if len(sockets) == 2:
            break
        ada.page.wait_for_timeout(20)
    ada.page.clock.run_for(20_000)
    ada.page.wait_for_timeout(200)
    assert len(sockets) == 2, "it gave up early"
    ada.page.clock.run_for(12_000)
    expect(ada.page.locator("#status")).to_have_attribute("data-state", "live")
    assert len(sockets) == 3


def forward_line(socket: WebSocketRoute, sockets: list[WebSocketRoute], answers: list[str]) -> None:
    """Forward everything, and record the answers to heartbeats.

    Of the first socket's answers all but one are lost."""
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
def test_page_reconnects_to_a_restarted_server(person: MakePlayer, own_served: Served) -> None:
    players = start_table(person, "Ada", "Ben", url=own_served.url)
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


def test_left_seat_ends_its_pages(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
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
def test_removed_player_reads_it_on_a_plain_page(person: MakePlayer, way: str) -> None:
    ada, ben, carla = start_table(person, "Ada", "Ben", "Carla")
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
def test_removed_device_or_deleted_table_shows_no_table(person: MakePlayer) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
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
    # The pages that say so have status 404.
    ben.problems.clear()
    phone.problems.clear()


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
