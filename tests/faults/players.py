"""Bots that never give up: they choose at random and resend unanswered commands."""

import asyncio
import contextlib
import json
import random
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from engine import registry

ANSWER_S = 5.0


@dataclass
class History:
    """Commands attempted and acknowledged by one player, and views shown."""

    attempted: dict[str, dict[str, Any]] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    put_off: int = 0
    """Number of answers that asked to try again."""
    connections: int = 0
    version: int = 0
    """Latest version shown, which must never decrease."""
    last_view: dict[str, Any] | None = None


class Player:
    """One seat, played over the program's socket."""

    def __init__(self, url: str, room: str, token: str, rng: random.Random) -> None:
        self.history = History()
        self.token = token
        self._url = url.replace("http", "ws", 1) + f"/api/rooms/{room}/live"
        self._rng = rng
        self._pending: dict[str, Any] | None = None
        self._count = 0

    async def play(self) -> None:
        """Play until cancelled or the game is over, over many connections."""
        while not self.is_finished:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                headers = {"Authorization": f"Bearer {self.token}"}
                async with connect(self._url, additional_headers=headers, open_timeout=3, close_timeout=0.2) as socket:
                    self.history.connections += 1
                    await self._talk(socket)
            await asyncio.sleep(0.02 + 0.05 * self._rng.random())

    @property
    def is_finished(self) -> bool:
        """True if the last view shows a finished game."""
        view = self.history.last_view
        return view is not None and view["room"]["phase"] == "finished"

    @property
    def waits_for(self) -> str:
        """State of the player, for debugging."""
        view, known = self.history.last_view, self.history
        ask = view["ask"] if view else None
        sealed = "no ask" if ask is None else f"ask {ask['ask']}, {'sealed' if ask['sealed'] is not None else 'open'}"
        phase = view["room"]["phase"] if view else "nothing"
        return f"shown {phase} {known.version}, {sealed}, sent {self._pending}, {known.connections} connections"

    async def _talk(self, socket: ClientConnection) -> None:
        if self._pending is not None:
            await socket.send(json.dumps(self._pending))
        while not self.is_finished:
            async with asyncio.timeout(ANSWER_S):
                message = json.loads(await socket.recv())
            if message.get("refused") == "try_again" and self._pending is not None:
                # The server may have written it or not, so the same command is sent again.
                self.history.put_off += 1
                await asyncio.sleep(0.1)
                await socket.send(json.dumps(self._pending))
            elif "re" in message:
                self._note(message)
            elif "view" in message:
                assert message["version"] >= self.history.version, "the room went back"
                self.history.version = message["version"]
                self.history.last_view = message["view"]
            if self._pending is None:
                await self._act(socket)

    def _note(self, message: dict[str, Any]) -> None:
        if self._pending is None or message["re"] != self._pending["id"]:
            return
        if message.get("ok"):
            self.history.acknowledged[message["re"]] = message["version"]
        else:
            self.history.refused[message["re"]] = message["refused"]
        self._pending = None

    async def _act(self, socket: ClientConnection) -> None:
        view = self.history.last_view
        ask = view["ask"] if view else None
        if ask is None or (ask["sealed"] is not None and self._rng.random() < 0.8):
            return
        self._count += 1
        self._pending = {
            "id": f"c{self._count}",
            "do": "seal",
            "ask": ask["ask"],
            "choice": self._rng.choice(ask["choices"]),
        }
        self.history.attempted[self._pending["id"]] = self._pending
        await socket.send(json.dumps(self._pending))


def post(url: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    """Return the JSON answer to a JSON body.

    Raises HTTPStatusError for a refusal."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    # Plain HTTP: reading the certificate authorities would cost more than all requests.
    answer = httpx2.post(url, json=body, headers=headers, timeout=60, verify=False).raise_for_status().json()
    assert isinstance(answer, dict)
    return answer


def open_table(url: str, rng: random.Random, options: dict[str, Any]) -> tuple[str, list[Player]]:
    """Open a room of any game and size and begin; return its code and players."""
    game = registry.GAMES[rng.choice(sorted(registry.GAMES))]
    seats = rng.choice(game.table_sizes)
    opened = post(f"{url}/api/rooms", {"game": game.key, "name": "Player 0", "options": options})
    room, tokens = opened["room"], [opened["token"]]
    key = opened["links"]["join"].rsplit("/", 1)[1]
    for number in range(1, seats):
        seat = post(f"{url}/api/rooms/{room}/seats", {"name": f"Player {number}", "key": key})
        tokens.append(seat["token"])
    post(f"{url}/api/rooms/{room}/commands", {"id": "begin", "do": "begin"}, tokens[0])
    return room, [Player(url, room, token, random.Random(rng.random())) for token in tokens]
