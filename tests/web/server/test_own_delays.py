"""Time limits of a peer: they stop only while the server itself does not read."""

import asyncio
import json
from typing import Any

from websockets.asyncio.client import connect

from app.settings.limits import Figures
from tests.journal.memory_store import MemoryStore
from tests.web import heavy
from tests.web.server.test_uvicorn_guard import PATIENCE_S, a_player, bearer, handshake, raw, socket_url, the_end
from tests.web.servers import a_server, on_both_loops

BODY = heavy.UPLOADS["a file without an end"]
FORM = (
    "POST /rooms/import HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n"
    f"Content-Type: {heavy.UPLOAD}\r\nContent-Length: {len(BODY)}\r\n\r\n"
).encode() + BODY


class SlowStore(MemoryStore):
    """Store that waits before each append."""

    wait_s = 0.0

    async def append(self, *entries: Any) -> None:
        await asyncio.sleep(self.wait_s)
        await super().append(*entries)


@on_both_loops
async def test_a_body_that_waits_for_the_application_is_not_late() -> None:
    """A second file from one address waits, unread, until the first has arrived."""
    figures = Figures(request_seconds=1.0, request_bytes_per_second=1 << 19)
    async with a_server(figures=figures) as served, raw(served) as first, raw(served) as second:
        first[1].write(FORM[:-1])
        await first[1].drain()
        second[1].write(FORM)
        await asyncio.sleep(3 * figures.request_seconds)
        first[1].write(FORM[-1:])
        assert b" 400 " in await the_end(first[0])
        assert b" 400 " in await the_end(second[0])


@on_both_loops
async def test_a_pong_behind_a_message_that_waits_is_not_missing() -> None:
    figures, store = Figures(ping_seconds=1.0), SlowStore()
    async with a_server(figures=figures, store=store) as served:
        player = await a_player(served)
        async with connect(socket_url(served, player), additional_headers=bearer(player), proxy=None) as socket:
            await socket.recv()
            store.wait_s = 3 * figures.ping_seconds
            for text in ("one", "two"):
                await socket.send(json.dumps({"id": text, "do": "say", "text": text}))
            async with asyncio.timeout(PATIENCE_S):
                while '"re":"two"' not in str(await socket.recv()):
                    pass


@on_both_loops
async def test_a_peer_that_never_answers_a_ping_is_cut_off() -> None:
    async with a_server(figures=Figures(ping_seconds=0.3)) as served:
        player = await a_player(served)
        async with raw(served) as (reader, writer):
            writer.write(handshake(served, player))
            await reader.readuntil(b"\r\n\r\n")
            assert b"keepalive ping timeout" in await the_end(reader)
        async with asyncio.timeout(PATIENCE_S):
            while len(served.gateway):
                await asyncio.sleep(0.01)
