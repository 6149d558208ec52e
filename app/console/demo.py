"""Demo table: a game against bots, opened through the server's public API."""

import json
import os
import sys
import urllib.request
import webbrowser
from typing import Any

MOST_BOTS = 3
LEVEL = "normal"
NAME = "Guest"

ANSWER_S = 30.0
"""Seconds to wait for an answer, which usually takes milliseconds."""

WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Variables of a desktop. Without them Linux has only a text browser."""


def open_table(address: str, game: str, bots: int, word: str = "") -> str:
    """Open a room, seat so many bots and begin. Return a link for one browser.

    ``word``: the one that opens tables, if any. Raises OSError when the server does not answer, or refuses."""
    opened = _post(f"{address}/api/rooms", {"game": game, "name": NAME, "word": word}, None)
    commands: list[dict[str, Any]] = [{"do": "bot", "seat": seat, "level": LEVEL} for seat in range(1, 1 + bots)]
    for command in (*commands, {"do": "begin"}):
        _post(f"{address}/api/rooms/{opened['room']}/commands", command, opened["token"])
    return f"{address}{opened['links']['return']}"


def show(address: str, game: str, bots: int, word: str = "") -> None:
    """Open a table, print its link, and show it in the user's browser if there is one."""
    try:
        link = open_table(address, game, bots, word)
    except OSError as error:
        print(f"Could not open a table: {error}.", file=sys.stderr)
        return
    print(f"\nYour table, for one browser:\n\n  {link}\n", flush=True)
    if sys.platform != "linux" or any(map(os.environ.get, WINDOWS)):
        webbrowser.open(link)


def _post(url: str, body: dict[str, Any], token: str | None) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310 - our own address
    # no proxy of the environment stands between a program and itself
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(request, timeout=ANSWER_S) as answer:
        return json.load(answer)
