"""Short games in Firefox and WebKit.

Each game is begun by clicks. The tests cover its film, its coach, a lost server and the offline page. A tap starts a
voice call."""

import socket
from contextlib import suppress
from pathlib import Path

import pytest

from engine import registry
from tests.engines.browser import Browser
from tests.engines.engines import may_lose_its_driver
from tests.engines.player import LONGEST_S, OPENED, STATUS, WATCH, Person
from tools.served import Served

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
CHOICES = 4

COACHED = """() => {
    const box = document.getElementById("coach");
    return box?.checkVisibility() && getComputedStyle(box).zIndex === "3" && box.querySelector(".coach-says").innerText;
}"""
TLS_HANDSHAKE = b"\x16"
"""First byte of a browser that connects by https (RFC 8446, 5.1)."""
IS_CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
OPEN_CHAT = """() => {
    const chat = document.getElementById("chat");
    if (!chat.matches(":popover-open")) chat.showPopover();
    return true;
}"""
OFFLINE = """() => {
    const [title, picture] = [document.querySelector("h1"), document.querySelector("main img")];
    return document.querySelector("a.button") && picture?.naturalWidth && title?.innerText;
}"""


def receive_first_byte(listening: socket.socket) -> bytes:
    """Wait for a browser and return the first byte that it sends. Raises TimeoutError.

    A connection opened in advance may end without a byte."""
    first_byte = b""
    while not first_byte:
        visitor, _ = listening.accept()
        with visitor, suppress(ConnectionResetError):
            visitor.settimeout(LONGEST_S)
            first_byte = visitor.recv(1)
    return first_byte


@may_lose_its_driver
@pytest.mark.slow("other browsers play beside the Chromium of all other tests")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_a_game_is_played_by_clicks(browser: Browser, served: Served, game: str, size: str) -> None:
    browser.resize(*SIZES[size])
    person = Person(browser)
    browser.open(f"{served.url}/")
    person.write("input[name=name]", "Zoë")
    person.press(f".box:has([value='{game}']) button[formaction='/solo']")
    person.wait(STATUS, "live")
    browser.run(WATCH)
    person.wait(COACHED)
    for _ in range(CHOICES):
        person.choose()
    assert person.wait(OPENED)
    assert person.wait("() => seen.films")
    person.wait(IS_CONTROLLED)
    served.kill()
    person.wait(STATUS, "lost")
    served.start()
    person.wait(STATUS, "live")
    person.choose()
    assert browser.run("() => seen.sideways") == 0
    served.stop()
    browser.run("() => location.reload()")
    assert person.wait(OFFLINE) == "No connection"
    assert browser.problems == []


@may_lose_its_driver
@pytest.mark.slow("other browsers open a tab beside the Chromium of all other tests")
def test_one_tap_opens_the_call_in_a_tab(browser: Browser, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as call_server:
        call_server.settimeout(LONGEST_S)
        address = f"https://localhost:{call_server.getsockname()[1]}"
        server = Served(tmp_path, {"SIGNET_CALL_SERVER": address})
        server.start()
        try:
            browser.resize(*SIZES["phone"])
            browser.open(f"{server.url}/")
            person = Person(browser)
            person.press("button[formaction='/solo']")
            person.wait(STATUS, "live")
            person.wait(OPEN_CHAT)
            person.press(".call-form button")
            assert receive_first_byte(call_server) == TLS_HANDSHAKE
            assert str(person.wait("() => document.querySelector('a.voice-link')?.href")).startswith(address)
        finally:
            server.stop()
