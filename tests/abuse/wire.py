"""Raw connections to a real server, as an attacker opens them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast

from app.web.server.uvicorn_guard import GuardedHttp
from tests.web.servers import Served

PATIENCE_S = 20.0
IMPATIENCE_S = 4.0
"""Seconds for watching a mutant, several times the guard's timeout."""

HANDSHAKE = (
    b"Host: 127.0.0.1",
    b"Upgrade: websocket",
    b"Connection: Upgrade",
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    b"Sec-WebSocket-Version: 13",
)
"""Headers of a correct handshake."""

GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def make_head(
    line: bytes = b"GET /api/rooms/K7QF2M9X/live HTTP/1.1", *more: bytes, of: Iterable[bytes] = HANDSHAKE
) -> bytes:
    """Return the head of a request, by default of a handshake."""
    return b"\r\n".join((line, *of, *more, b"", b""))


@asynccontextmanager
async def connect_raw(port: int, address: str = "127.0.0.1") -> AsyncIterator[Streams]:
    """Open a connection from one of the loopback addresses."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@asynccontextmanager
async def open_crowd(
    port: int, addresses: Iterable[str], each: int, begin: Iterable[bytes]
) -> AsyncIterator[list[Streams]]:
    """Open so many connections per address and leave them idle.

    Each begins with one of the given starts in turn."""
    beginnings = tuple(begin)
    async with AsyncExitStack() as stack:
        opened = []
        for address in addresses:
            for number in range(each):
                streams = await stack.enter_async_context(connect_raw(port, address))
                streams[1].write(beginnings[number % len(beginnings)])
                opened.append(streams)
        yield opened


async def read_to_end(reader: asyncio.StreamReader, patience_s: float = PATIENCE_S) -> bytes | None:
    """Return the bytes until the server closes the connection, else None."""
    read = b""
    try:
        async with asyncio.timeout(patience_s):
            while piece := await reader.read(65_536):
                read += piece
    except TimeoutError:
        return None
    except ConnectionError:
        pass
    return read


async def send_request(
    port: int, request: bytes, address: str = "127.0.0.1", patience_s: float = PATIENCE_S
) -> bytes | None:
    """Return the whole answer on a separate connection, None if it stays open."""
    async with connect_raw(port, address) as (reader, writer):
        writer.write(request)
        return await read_to_end(reader, patience_s)


def parse_status(answer: bytes | None) -> int | None:
    """Return the status of the first answer; None without one."""
    return int(answer[9:12]) if answer and answer.startswith(b"HTTP/1.1 ") else None


def get_guard(served: Served) -> type[GuardedHttp]:
    """Return the class of a server's connections, with what they share."""
    return cast(type[GuardedHttp], served.running.config.http_protocol_class)
