"""Films that arrive while another plays, and the size of their messages."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakePlayer
from tests.browser.pieces_on_page import HERE, choose_film
from tests.browser.remote import RemotePlayer
from tests.browser.tables import start_table_with_remote
from tests.browser.test_film import reveal_cards
from tests.whole import whole
from tools.player import Player, play

pytestmark = pytest.mark.browser

MOVING: dict[str, object] = {"reduced_motion": "no-preference", "viewport": {"width": 720, "height": 800}}
"""Size and settings of pages with motion, small because each frame is drawn."""


TELLING = """() => {
    window.told = [];
    const [film, says] = ["film", "film-say"].map(id => document.getElementById(id));
    const note = () => says.textContent !== film.dataset.hush && window.told.push(says.textContent);
    new MutationObserver(note).observe(says, { childList: true });
}"""
"""Script that records the film's sentences."""

LOGGED = """() => [...document.querySelectorAll("#log li")]
    .map(line => line.textContent.replace(/[?\\s]+$/, ""))
    .reverse()"""
"""Script for the lines of the log, oldest first."""


HEARING = """() => {
    window.heard = 0;
    const parse = JSON.parse;
    JSON.parse = text => {
        const message = parse(text);
        if (message.film) window.heard += 1;
        return message;
    };
}"""
"""Script that counts the films that arrive."""


def start_live(person: MakePlayer, settings: dict[str, object]) -> tuple[Player, RemotePlayer, Callable[..., None]]:
    """Return Ada, Ben and a function that sends films of one sentence each.

    The films arrive on Ada's page as from the server. They move no piece. Named values are further fields of their
    steps."""
    sockets: list[WebSocketRoute] = []
    table_id: list[Any] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def forward(message: str | bytes) -> None:
            film = json.loads(message).get("film")
            table_id.extend([film["to"]] if film else [])
            socket.send(message)

        server.on_message(forward)

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.route_web_socket("**/live*", listen)
        return player

    ada, (ben,) = start_table_with_remote(join, "Ben", settings=settings)
    table_id.append(ada.page.evaluate(HERE)["table_id"])

    def send(sentences: list[str], **fields: Any) -> None:
        for say in sentences:
            step: dict[str, Any] = {"say": [say], "clause": "A9.1", "seat": None, "weight": 1} | fields
            game, ask = table_id[-1].split("/")
            film = {"from": table_id[-1], "to": f"{game}/{int(ask) + 1}", "seals": [], "steps": [step]}
            table_id.append(film["to"])
            sockets[-1].send(json.dumps({"version": 1, "film": film}))

    return ada, ben, send


def reveal_and_record(ada: Player, ben: RemotePlayer) -> None:
    """Seal for both, and record the film's sentences on Ada's page."""
    ada.page.evaluate(TELLING)
    reveal_cards(ada, ben)


@pytest.mark.parametrize("waiting", [3, 100])
def test_queued_films_play_unless_far_too_many(person: MakePlayer, waiting: int) -> None:
    ada, ben, send = start_live(person, MOVING)
    reveal_and_record(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    send(more := [f"More {number}" for number in range(waiting)])
    if waiting == 3:
        # Between two films the box is hidden for a moment.
        ada.page.wait_for_function("last => window.told.includes(last)", arg=more[-1], timeout=60_000)
    expect(ada.page.locator("#film")).not_to_be_visible(timeout=60_000)
    expect(ada.page.locator("#log").get_by_text(more[-1])).to_have_count(1)
    told, logged = ada.page.evaluate("window.told"), ada.page.evaluate(LOGGED)
    opened = [say for say in told if say not in more]
    assert len(opened) > 1
    assert [line for line in logged if line in told or line in more] == opened + more
    assert told == opened + more if waiting == 3 else told[: len(opened)] == opened and len(told) < waiting


def test_skipping_a_film_skips_the_queue(person: MakePlayer) -> None:
    ada, ben, send = start_live(person, MOVING)
    reveal_and_record(ada, ben)
    expect(ada.page.locator("#film")).to_be_visible()
    ada.page.evaluate(HEARING)
    send(["More 0", "More 1", "More 2"])
    ada.page.wait_for_function("() => window.heard === 3")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#log").get_by_text("More 2")).to_have_count(1)
    send(["Last"])
    expect(ada.page.locator("#film-say")).to_have_text("Last")
    assert not [say for say in ada.page.evaluate("window.told") if say.startswith("More")]


def test_reduced_motion_keeps_earlier_sentences(person: MakePlayer) -> None:
    ada, ben, send = start_live(person, {})
    choose_film(ada.page, "normal")
    reveal_and_record(ada, ben)
    expect(ada.page.locator("#film-say")).not_to_be_empty()
    send(["More"])
    expect(ada.page.locator("#film-say")).to_have_text("More", timeout=60_000)
    expect(ada.page.locator("#film")).not_to_be_visible()
    # The sentence on the revealed cards in the middle is repeated beside the prompt.
    first, *told = ada.page.evaluate("window.told")
    assert first == told[0]
    assert len(told) > 2
    assert [line for line in ada.page.evaluate(LOGGED) if line in told] == told


def test_messages_of_a_reveal_stay_small(person: MakePlayer) -> None:
    """The reveal is a whole one with its film, at a table of five."""
    heard: list[str] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            heard.append(str(message))
            socket.send(message)

        server.on_message(forward)

    def join(*given: Any, **settings: Any) -> Player:
        player = person(*given, **settings)
        player.context.route_web_socket("**/live*", listen)
        return player

    ada, _ = start_table_with_remote(join, bots=4)
    choose_film(ada.page, "none")
    play([ada], rounds=whole(8, 3))
    films: list[dict[str, Any]] = [json.loads(text) for text in heard if '"film"' in text]
    assert films
    assert max(len(text.encode()) for text in heard) < 60_000
    steps = [step for message in films for step in message["film"]["steps"]]
    assert all(step["clause"] for step in steps if "say" in step)
    # Effects without a sentence stand at the end of a reveal.
    assert all("say" in step for message in films for step in message["film"]["steps"][:-1])
