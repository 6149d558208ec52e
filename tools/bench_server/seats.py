"""The clients: a seat over the programs' socket, and one over a page's."""

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

import httpx2
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

OPEN_S = 60.0

COME_BACK, PAUSE_S = (1011, 1012, 1013), 0.05
"""The codes with which the server asks for another try, and how long is waited before it."""


@dataclass(slots=True)
class News:
    """What one message told."""

    ask: int = 0
    """The ask that this seat owes, 0 when none."""
    choices: list[str] = field(default_factory=list)
    """Some legal choices for it; empty when the message does not list them."""
    opens: bool = False
    """Whether cards were opened."""
    is_over: bool = False
    """Whether the game has finished."""


class Seat(Protocol):
    """One of a table's four."""

    token: str

    def connected(self) -> connect:
        """A new connection."""
        ...

    def heard(self, message: str | bytes) -> News | None:
        """What a message told; None for one that brings no state."""
        ...


class Program:
    """A seat over the programs' socket, which is shown its whole view."""

    def __init__(self, url: str, room: str, token: str) -> None:
        self.token = token
        self._url = f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/live"

    def connected(self) -> connect:
        """A new connection."""
        return connect(
            self._url,
            additional_headers={"Authorization": f"Bearer {self.token}"},
            open_timeout=OPEN_S,
            compression=None,
            ping_interval=None,
            max_size=None,
        )

    def heard(self, message: str | bytes) -> News | None:
        """What a message told; None for an answer. Raises AssertionError for a refusal."""
        data = orjson.loads(message)
        view = data.get("view")
        if view is None:
            assert "refused" not in data, data
            return None
        ask = view["ask"]
        return News(
            ask["ask"] if ask and ask["sealed"] is None else 0,
            ask["choices"] if ask else [],
            bool(data["happenings"]),
            view["room"]["phase"] == "finished",
        )


class Browser:
    """A seat over the socket of its page, which is sent data and regions."""

    _choice: ClassVar[re.Pattern[str]] = re.compile(r'name="choice"[^>]*? value="([^"]*)"')

    def __init__(self, url: str, room: str, token: str) -> None:
        self.token = token
        self._origin = url
        self._url = f"{url.replace('http', 'ws', 1)}/r/{room}/live"
        self._prompt = ""
        self._state: dict[str, Any] = {}

    def connected(self) -> connect:
        """A new connection, to which nothing has been shown yet."""
        self._prompt, self._state = "", {}
        return connect(
            self._url,
            additional_headers={"Cookie": f"dev={self.token}", "Origin": self._origin},
            open_timeout=OPEN_S,
            compression=None,
            ping_interval=None,
            max_size=None,
        )

    def heard(self, message: str | bytes) -> News | None:
        """What a message told; None for an answer. Raises AssertionError for a refusal."""
        data: dict[str, Any] = orjson.loads(message)
        if "version" not in data or "re" in data:
            assert "refused" not in data, data
            return None
        self._prompt = data.get("regions", {}).get("prompt", self._prompt)
        state = self._state = self._state | data.get("state", {})
        ask = state["ask"] if state["turn"] else 0
        choices = self._choice.findall(self._prompt) if ask else []
        return News(ask, choices, "film" in data, state["phase"] == "finished")


async def seat_four(client: httpx2.AsyncClient, game: str, options: dict[str, object]) -> tuple[str, list[str]]:
    """A room with four seats whose game has begun: its code and their tokens."""
    asked = {"game": game, "name": "One", "options": options}
    opened = (await client.post("/api/rooms", json=asked)).json()
    room, key = opened["room"], opened["links"]["join"].rsplit("/", 1)[1]
    tokens = [opened["token"]]
    for name in ("Two", "Three", "Four"):
        seat = await client.post(f"/api/rooms/{room}/seats", json={"name": name, "key": key})
        tokens.append(seat.json()["token"])
    begun = await client.post(
        f"/api/rooms/{room}/commands", json={"do": "begin"}, headers={"Authorization": f"Bearer {tokens[0]}"}
    )
    begun.raise_for_status()
    return room, tokens


async def choices_of(client: httpx2.AsyncClient, room: str, token: str) -> list[str]:
    """What that seat may choose, asked of the server: for choices that a page lets one compose."""
    view = (await client.get(f"/api/rooms/{room}", headers={"Authorization": f"Bearer {token}"})).json()
    return list(view["ask"]["choices"]) if view["ask"] else []


async def first_message(seat: Seat) -> tuple[ClientConnection, str | bytes]:
    """A new connection of a seat, and what it is told first; one that is asked to come back later does."""
    while True:
        socket = await seat.connected()
        try:
            return socket, await socket.recv()
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code not in COME_BACK:
                raise
            await asyncio.sleep(PAUSE_S)
