"""The reveal on several pages at once: every page opens all cards from one message of its own, and waits for nobody."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.tables import mixed_table, table_with_remote
from tests.whole import whole
from tools.player import Player

pytestmark = pytest.mark.browser

NAMES = ("Ada", "Ben", "Carla", "Dora", "Emil")
MOVING: dict[str, object] = {"reduced_motion": "no-preference"}


class Slow:
    """A line of a player who has no page yet, on which what the server says waits until it is let through."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.said: list[str] = []
        """What the page has said since anything waits."""
        self._waiting: list[tuple[str, Callable[[], None]]] = []
        self._is_open = True
        player.context.route_web_socket("**/live*", self._opened)

    def hold(self) -> None:
        """From now on all waits."""
        self._is_open = False

    def film(self) -> str:
        """Waits for the one message that has a film. The film."""
        while not (films := [text for text, _ in self._waiting if "film" in json.loads(text)]):
            self.player.page.wait_for_timeout(20)
        (film,) = (json.dumps(json.loads(text)["film"]) for text in films)
        return film

    def let_film_through(self) -> None:
        """Lets through what came up to the film, and nothing after it."""
        self.said.clear()
        while True:
            text, tell = self._waiting.pop(0)
            tell()
            if "film" in json.loads(text):
                return

    def _opened(self, socket: WebSocketRoute) -> None:
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
def test_every_page_opens_from_one_message_without_waiting_for_another(person: MakePlayer) -> None:
    """Every day two of the five have a page."""
    lines: list[Slow] = []

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.add_init_script("localStorage['signet-film'] = 'normal'")
        lines.append(Slow(player))
        return player

    pages = whole(len(NAMES), 2)
    players, remote = mixed_table(join, NAMES[:pages], NAMES[pages:], settings=MOVING)
    last = players[0]
    for player in players[1:]:
        player.choose()
    for absent in remote:
        absent.choose()
    for line in lines:
        line.hold()
    last.pick()
    last.page.locator(".seal-button").click()
    # all are told the very same
    assert len({line.film() for line in lines}) == 1
    cards = "#reveal:not([hidden]) .revealed"
    for place, line in enumerate(lines):
        for other in lines[place:]:
            expect(other.player.page.locator(cards)).to_have_count(0)
        line.let_film_through()
        line.player.page.wait_for_function(
            "cards => document.querySelectorAll(cards).length === 5", arg=cards, polling="raf"
        )
        # nothing had to be asked for it
        assert not [text for text in line.said if '"ping"' not in text]


STANDS_AT = """late => {
    let now = 5_000;
    performance.now = () => now;
    document.addEventListener("signet:reveal", () => { now += late; });
}"""
"""From now on the page's clock stands, and once it leaps by so many milliseconds: when a film begins."""

BEGINS = """() => {
    const revealed = document.querySelectorAll("#reveal:not([hidden]) .revealed");
    const running = [...revealed].flatMap(card => card.getAnimations({ subtree: true }));
    const begins = running.map(animation => animation.startTime);
    return running.length && begins.every(begin => begin !== null) && [...new Set(begins)];
}"""
"""When the cards set out that open, by the page's clock; false until all of them have."""


@pytest.mark.parametrize(("late", "together"), [(0, True), (390, True), (410, False)])
def test_cards_set_out_a_moment_after_the_page_heard_of_them_unless_it_is_too_late(
    person: MakePlayer, late: int, together: bool
) -> None:
    ada, (ben,) = table_with_remote(person, "Ben", settings=MOVING)
    ben.choose()
    expect(ada.page.locator(".seat[data-state=sealed]")).to_have_count(1)
    ada.pick()
    ada.page.evaluate(STANDS_AT, late)
    ada.page.locator(".seal-button").click()
    begins = ada.page.wait_for_function(BEGINS).json_value()
    assert (begins == [5_150]) is together
