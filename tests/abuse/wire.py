"""Raw connections to a real server, as an attacker opens them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast

from app.web.server.uvicorn_guard import GuardedHttp
from tests.web.servers import Served

PATIENCE_S = 20.0
IMPATIENCE_S = 4.0
"""How long a mutant is watched: several times what the guard would take."""

HANDSHAKE = (
    b"Host: 127.0.0.1",
    b"Upgrade: websocket",
    b"Connection: Upgrade",
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    b"Sec-WebSocket-Version: 13",
)
"""Headers of a handshake that nothing is wrong with."""

GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def head(
    line: bytes = b"GET /api/rooms/K7QF2M9X/live HTTP/1.1", *more: bytes, of: Iterable[bytes] = HANDSHAKE
) -> bytes:
    """Head of a request, a handshake unless other headers are given."""
    return b"\r\n".join((line, *of, *more, b"", b""))


@asynccontextmanager
async def connected(port: int, address: str = "127.0.0.1") -> AsyncIterator[Streams]:
    """A connection from one of the addresses of loopback."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@asynccontextmanager
async def crowd(port: int, addresses: Iterable[str], each: int, begin: Iterable[bytes]) -> AsyncIterator[list[Streams]]:
    """So many connections of each address, which begin with one of these in turn and say nothing more."""
    beginnings = tuple(begin)
    async with AsyncExitStack() as stack:
        opened = []
        for address in addresses:
            for number in range(each):
                streams = await stack.enter_async_context(connected(port, address))
                streams[1].write(beginnings[number % len(beginnings)])
                opened.append(streams)
        yield opened


async def read_to_end(reader: asyncio.StreamReader, patience_s: float = PATIENCE_S) -> bytes | None:
    """What comes until the server closes the connection; None if it stays open."""
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


async def ask(port: int, request: bytes, address: str = "127.0.0.1", patience_s: float = PATIENCE_S) -> bytes | None:
    """All that the server answers on a connection of its own; None if it is not closed."""
    async with connected(port, address) as (reader, writer):
        writer.write(request)
        return await read_to_end(reader, patience_s)


def status_of(answer: bytes | None) -> int | None:
    """Status of the first answer; None without one."""
    return int(answer[9:12]) if answer and answer.startswith(b"HTTP/1.1 ") else None


def guard_of(served: Served) -> type[GuardedHttp]:
    """The class of its connections, with what they share."""
    return cast(type[GuardedHttp], served.running.config.http_protocol_class)
