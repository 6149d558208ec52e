"""Players without a page, who play by the protocol.

Tests that look at one page use them, because each page is slow."""

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2

from engine.core.plain import Plain

UNTIL_ASKED_S, LOOK_S = 60.0, 0.02


class RemotePlayer:
    """Seat at a table, held by its token."""

    def __init__(self, room_url: str, token: str, rng: random.Random) -> None:
        self.token = token
        self._room_url = room_url
        self._rng = rng

    @property
    def is_asked(self) -> bool:
        """True if the player has an open prompt and has not sealed yet."""
        return self._find_open_ask() is not None

    def choose(self) -> None:
        """Wait for a prompt, and seal a choice."""
        until = time.monotonic() + UNTIL_ASKED_S
        while (ask := self._find_open_ask()) is None:
            assert time.monotonic() < until, "nothing is asked"
            time.sleep(LOOK_S)
        self.do(do="seal", ask=ask["ask"], choice=self._rng.choice(ask["choices"]))

    def do(self, **command: Plain) -> None:
        """Send a command, which must be accepted."""
        _fetch("POST", f"{self._room_url}/commands", command, self.token)

    def fetch_view(self) -> dict[str, Any]:
        """Return the player's view of the table."""
        return _fetch("GET", self._room_url, None, self.token)

    def _find_open_ask(self) -> dict[str, Any] | None:
        ask: dict[str, Any] | None = self.fetch_view()["ask"]
        return None if ask is None or ask["sealed"] is not None else ask


def start_remote_game(
    url: str, names: Sequence[str], bots: int, game: str, options: Mapping[str, str | bool]
) -> tuple[str, list[RemotePlayer]]:
    """Open a room, seat people and bots, and begin.

    Returns its code and the people. ``options`` are named as the fields of the lobby."""
    api, rng = f"{url}/api/rooms", random.Random(7)
    opened = _fetch("POST", api, {"name": names[0], "game": game, "options": convert_options(options)})
    room = f"{api}/{opened['room']}"
    seats = [opened, *(_fetch("POST", f"{room}/seats", {"name": name}) for name in names[1:])]
    seated = [RemotePlayer(room, each["token"], rng) for each in seats]
    for seat in range(len(seated), len(seated) + bots):
        seated[0].do(do="bot", seat=seat, level="easy")
    seated[0].do(do="begin")
    return opened["room"], seated


def seat_remote(url: str, room: str, name: str) -> RemotePlayer:
    """Seat a person at a table that waits for players."""
    address = f"{url}/api/rooms/{room}"
    seated = _fetch("POST", f"{address}/seats", {"name": name})
    return RemotePlayer(address, seated["token"], random.Random(name))


def convert_options(options: Mapping[str, str | bool]) -> dict[str, Plain]:
    """Return options in the protocol's form, from the fields of the lobby."""
    sent: dict[str, Any] = {}
    for key, value in options.items():
        group, _, name = key.rpartition(".")
        if key == "clock" and not value:
            # This value has no name: its fields identify it.
            continue
        is_number = isinstance(value, str) and value.isdigit()
        (sent.setdefault(group, {}) if group else sent)[name] = int(value) if is_number else value
    return sent


def _fetch(method: str, url: str, said: dict[str, Plain] | None, token: str = "") -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    # Plain HTTP: reading the certificate authorities would cost more than all requests.
    answer = httpx2.request(method, url, json=said, headers=headers, timeout=60, verify=False)
    assert answer.is_success, answer.text
    return dict(answer.json())
