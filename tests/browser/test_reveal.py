"""Reveal on several pages: each shows all cards from one message, without waiting."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_mixed_table, start_table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Ben", "Carla", "Dora", "Emil")
MOVING: dict[str, object] = {"reduced_motion": "no-preference"}


class Slow:
    """Connection that withholds the server's messages from a player's page."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.said: list[str] = []
        """Messages of the page since the first one was withheld."""
        self._waiting: list[tuple[str, Callable[[], None]]] = []
        self._is_open = True
        player.context.route_web_socket("**/live*", self._keep_socket)

    def hold(self) -> None:
        """Withhold all messages from now on."""
        self._is_open = False

    def wait_for_film(self) -> str:
        """Wait for the only message that has a film, and return the film."""
        while not (films := [text for text, _ in self._waiting if "film" in json.loads(text)]):
            self.player.page.wait_for_timeout(20)
        (film,) = (json.dumps(json.loads(text)["film"]) for text in films)
        return film

    def pass_film(self) -> None:
        """Pass the messages up to the film, and no more."""
        self.said.clear()
        while True:
            text, tell = self._waiting.pop(0)
            tell()
            if "film" in json.loads(text):
                return

    def _keep_socket(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            text = str(message)
            if self._is_open or "re" in json.loads(text):
                socket.send(text)
            else:
                self._waiting.append((text, lambda: socket.send(text)))

        def say(message: str | bytes) -> None:
            self.said.append(str(message))
            server.send(message)

        server.on_message(hear)
        socket.on_message(say)


@pytest.mark.slow("several pages open their cards")
def test_every_page_reveals_from_one_message(person: MakePlayer) -> None:
    """Two of the five players have a page in the daily run."""
    lines: list[Slow] = []

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.add_init_script("localStorage['signet-film'] = 'normal'")
        lines.append(Slow(player))
        return player

    pages = whole(len(NAMES), 2)
    players, remote = start_mixed_table(join, NAMES[:pages], NAMES[pages:], settings=MOVING)
    last = players[0]
    for player in players[1:]:
        player.choose()
    for absent in remote:
        absent.choose()
    for line in lines:
        line.hold()
    last.pick()
    last.page.locator(".seal-button").click()
    # All receive the same film.
    assert len({line.wait_for_film() for line in lines}) == 1
    cards = "#reveal:not([hidden]) .revealed"
    for place, line in enumerate(lines):
        for other in lines[place:]:
            expect(other.player.page.locator(cards)).to_have_count(0)
        line.pass_film()
        line.player.page.wait_for_function(
            "cards => document.querySelectorAll(cards).length === 5", arg=cards, polling="raf"
        )
        # The page sent no request for it.
        assert not [text for text in line.said if '"ping"' not in text]


STANDS_AT = """late => {
    let now = 5_000;
    performance.now = () => now;
    document.addEventListener("signet:reveal", () => { now += late; });
}"""
"""Script that stops the page's clock, and skips some milliseconds once.

The skip happens when a film begins."""

BEGINS = """() => {
    const revealed = document.querySelectorAll("#reveal:not([hidden]) .revealed");
    const running = [...revealed].flatMap(card => card.getAnimations({ subtree: true }));
    const begins = running.map(animation => animation.startTime);
    return running.length && begins.every(begin => begin !== null) && [...new Set(begins)];
}"""
"""Script for the start of the revealing cards' motion, by the page's clock.

It is false until all of them move."""


@pytest.mark.parametrize(("late", "together"), [(0, True), (390, True), (410, False)])
def test_cards_move_soon_after_the_message_unless_late(person: MakePlayer, late: int, together: bool) -> None:
    ada, (ben,) = start_table_with_remote(person, "Ben", settings=MOVING)
    ben.choose()
    expect(ada.page.locator(".seat[data-state=sealed]")).to_have_count(1)
    ada.pick()
    ada.page.evaluate(STANDS_AT, late)
    ada.page.locator(".seal-button").click()
    begins = ada.page.wait_for_function(BEGINS).json_value()
    assert (begins == [5_150]) is together
