"""Benchmark of frames: microseconds of processor time in the server.

``python -m tools.bench_frames`` measures a command with its answer, and an update. It leaves out the room's own work
and the kernel: the transport discards all bytes. Each command is a ``ping``, and every update is the same."""

import asyncio
import contextlib
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from unittest.mock import patch

import httpx2
import uvloop
from websockets.frames import Frame, Opcode

from app import logs
from app.main import create_app
from app.settings.settings import Settings
from app.web.server.server import server
from app.web.sockets.program_feed import ProgramFeed
from tests.journal.memory_store import MemoryStore

BASE = "http://localhost:8000"
SEATS = ("Ada", "Ben", "Carla", "Dora")
UPDATE = b"x" * 1_700
PING = Frame(Opcode.TEXT, b'{"id":"c1","do":"ping"}').serialize(mask=True)
TIMES, RUNS = 2_000, 7
STEPS = 4
"""Steps of the event loop until an update has left."""


class Sink(asyncio.Transport):
    """Transport that counts the written bytes and discards them."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 50_000), "sockname": ("127.0.0.1", 8000)})
        self.writes = 0
        self._is_closing = False

    def write(self, data: Any) -> None:
        """Count one more write."""
        self.writes += 1

    def is_closing(self) -> bool:
        """Return whether the transport is closed."""
        return self._is_closing

    def close(self) -> None:
        """Close it."""
        self._is_closing = True

    abort = close

    def pause_reading(self) -> None:
        """Do nothing, since nothing is read."""

    resume_reading = pause_reading


async def seat_players(app: Any) -> tuple[str, list[str]]:
    """Return a room with four players, and their tokens."""
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=BASE) as client:
        opened = (await client.post("/api/rooms", json={"game": "adel_verpflichtet", "name": SEATS[0]})).json()
        room, key = opened["room"], opened["links"]["join"].rpartition("/")[2]
        seats = [
            (await client.post(f"/api/rooms/{room}/seats", json={"name": name, "key": key})).json()
            for name in SEATS[1:]
        ]
        return room, [opened["token"], *(seat["token"] for seat in seats)]


@contextlib.asynccontextmanager
async def connect_players() -> AsyncIterator[tuple[Any, str, list[tuple[Any, Sink]]]]:
    """Yield a server with four connected programs at its table.

    The parts are its app, the room, protocols and transports."""
    settings = Settings(limits=False)
    app = create_app(settings, MemoryStore())
    running = server(app, settings)
    config = running.config
    config.load()
    make: Callable[..., Any] | None = config.ws_protocol_class
    assert make is not None
    async with app.router.lifespan_context(app):
        room, tokens = await seat_players(app)
        sockets = []
        for token in tokens:
            protocol, sink = make(config=config, server_state=running.server_state, app_state={}), Sink()
            protocol.connection_made(sink)
            lines = [f"GET /api/rooms/{room}/live HTTP/1.1", "host: localhost:8000", "upgrade: websocket"]
            lines += ["connection: upgrade", "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", "sec-websocket-version: 13"]
            protocol.data_received("\r\n".join([*lines, f"authorization: Bearer {token}", "", ""]).encode())
            sockets.append((protocol, sink))
        while not all(sink.writes >= 2 for _, sink in sockets):
            await asyncio.sleep(0.01)
        yield app, room, sockets


async def microseconds(each: Callable[[], Awaitable[None]]) -> float:
    """Return the processor time of one call, the median of some runs."""
    found = []
    for _ in range(RUNS):
        began = time.process_time()
        for _ in range(TIMES):
            await each()
        found.append((time.process_time() - began) / TIMES * 1e6)
    return statistics.median(found)


async def main() -> None:
    """Print the figures."""
    logs.set_up("error")
    async with connect_players() as (app, room, sockets):
        host = app.state.dependencies.manager.host(room)
        protocol, sink = sockets[0]

        async def command() -> None:
            before = sink.writes
            protocol.data_received(PING)
            while sink.writes == before:
                await asyncio.sleep(0)

        async def updates() -> None:
            host._connections.wake()
            for _ in range(STEPS):
                await asyncio.sleep(0)

        with patch.object(ProgramFeed, "update", lambda *_: UPDATE):
            print(f"a command and its answer: {await microseconds(command):.1f} µs")
            print(f"an update: {await microseconds(updates) / len(sockets):.1f} µs")


if __name__ == "__main__":
    uvloop.run(main())
