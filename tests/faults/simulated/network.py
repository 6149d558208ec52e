"""Simulated network between clients and processes.

Sockets and requests are ordered on each way, late, and cut without a close."""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import Any

import orjson
from starlette.types import Message

from tests.faults.simulated.chance import Weather
from tests.faults.simulated.process import Process
from tests.web.asgi_line import offer_lines

HOST = b"localhost:8000"
SILENT_S = 3.0
"""Seconds until a process notices that a peer has vanished."""


class ConnectionGoneError(Exception):
    """Connection closed by the other side."""


class Line:
    """One direction of a connection, which keeps the order of messages."""

    def __init__(self, weather: Weather, rng: random.Random) -> None:
        self.is_cut = False
        self._weather = weather
        self._rng = rng
        self._last = 0.0
        self._under_way: deque[Message] = deque()
        self._queue: asyncio.Queue[Message] = asyncio.Queue()

    def put(self, message: Message) -> None:
        """Send a message.

        On a cut line it reaches nobody, without an error."""
        loop = asyncio.get_running_loop()
        self._last = max(self._last, loop.time() + self._weather.delay(self._rng))
        self._under_way.append(message)
        loop.call_at(self._last, self._arrive)

    async def get(self) -> Message:
        """Return the next message that arrives."""
        return await self._queue.get()

    def vanish(self) -> None:
        """Remove the peer, which is noticed after a while."""
        self.is_cut = True
        gone = {"type": "websocket.disconnect", "code": 1006}
        asyncio.get_running_loop().call_later(SILENT_S, self._queue.put_nowait, gone)

    def _arrive(self) -> None:
        # Timers of one moment fire in any order: the messages keep theirs.
        message = self._under_way.popleft()
        if not self.is_cut:
            self._queue.put_nowait(message)


class Wire:
    """Socket between a client and a process."""

    def __init__(self, process: Process, path: str, token: str | None, weather: Weather, rng: random.Random) -> None:
        self._process = process
        # Separate dice: the order in which several lines wake must not matter.
        self._up, self._down = (Line(weather, random.Random(rng.random())) for _ in range(2))
        self._is_met = False
        process.run(self._serve(_scope("websocket", path, token)))

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the process."""
        self._up.put({"type": "websocket.receive", "text": orjson.dumps(message).decode()})

    async def receive(self) -> dict[str, Any]:
        """Return the process's next message.

        Raises ConnectionGoneError."""
        while True:
            message = await self._down.get()
            if message["type"] == "websocket.close":
                raise ConnectionGoneError
            if message["type"] == "websocket.send":
                heard = orjson.loads(message["text"])
                assert isinstance(heard, dict)
                return heard

    def cut(self) -> None:
        """Silence both sides."""
        self._down.is_cut = True
        self._up.vanish()

    async def _serve(self, scope: dict[str, Any]) -> None:
        await offer_lines(self._process.app)(scope, self._receive, self._send)

    async def _receive(self) -> Message:
        if not self._is_met:
            self._is_met = True
            return {"type": "websocket.connect"}
        message = await self._up.get()
        await self._process.gate()
        return message

    async def _send(self, message: Message) -> None:
        await self._process.gate()
        self._down.put(message)


def post(
    process: Process,
    path: str,
    token: str,
    body: dict[str, Any],
    answered: Callable[[dict[str, Any]], None],
    weather: Weather,
    rng: random.Random,
) -> None:
    """Send a request whose answer may come late or never."""
    up, down = weather.delay(rng), weather.delay(rng)
    pieces: list[bytes] = []

    async def receive() -> Message:
        await process.gate()
        return {"type": "http.request", "body": orjson.dumps(body), "more_body": False}

    async def send(message: Message) -> None:
        await process.gate()
        pieces.append(message.get("body", b""))
        if message["type"] == "http.response.body" and not message.get("more_body"):
            asyncio.get_running_loop().call_later(down, answered, orjson.loads(b"".join(pieces)))

    async def ask() -> None:
        await asyncio.sleep(up)
        await process.gate()
        await process.app(_scope("http", path, token), receive, send)

    process.run(ask())


def _scope(kind: str, path: str, token: str | None) -> dict[str, Any]:
    headers = [(b"host", HOST), (b"content-type", b"application/json")]
    if token is not None:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return {
        "type": kind,
        "method": "POST",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8_000),
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
        "subprotocols": [],
        "state": {},
    }
