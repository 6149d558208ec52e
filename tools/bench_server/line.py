"""Connection of one seat, without a task, a queue or a copy of messages."""

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from typing import cast
from urllib.parse import urlsplit

from tools.bench_server.frames import CLOSE, PING, PONG, TEXT, Frames, frame

OPEN_S = 60.0
HEAD_END = b"\r\n\r\n"
GONE = 1006
"""Code of a connection that ended without a close frame."""


class RefusedHandshakeError(Exception):
    """Refusal of the handshake; the message is the answer's first line."""


class ClosedSocketError(Exception):
    """Socket closed by the server; ``code`` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Line(asyncio.Protocol):
    """Connection of one seat.

    ``heard`` is called with every message and may be replaced. ``ended`` is called once, when the server has closed
    the connection or sent an invalid frame."""

    def __init__(self, head: bytes, heard: Callable[[bytes], None], ended: Callable[[Exception], None]) -> None:
        """Create the connection. ``head`` is the handshake."""
        self._head = head
        self.heard = heard
        self._ended = ended
        self._answer: bytes | None = b""
        self._frames = Frames()
        self._is_closing = False
        self._code = GONE
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        # uvloop's transports do not inherit from Transport
        self._transport = cast(asyncio.Transport, transport)
        self._write(self._head)

    def data_received(self, data: bytes) -> None:
        """Read more of the answer, or messages."""
        try:
            self._read(data)
        except Exception as error:
            self._end(error)

    def _read(self, data: bytes) -> None:
        if self._answer is not None:
            self._answer += data
            head, end, data = self._answer.partition(HEAD_END)
            if not end:
                return
            self._answer = None
            if b" 101 " not in head.partition(b"\r\n")[0]:
                return self._end(RefusedHandshakeError(head.partition(b"\r\n")[0].decode()))
            self.opened.set_result(None)
        for kind, payload in self._frames.feed(data):
            if kind == TEXT:
                self.heard(payload)
            elif kind == PING:
                self._write(frame(PONG, payload))
            elif kind == CLOSE:
                self._code = int.from_bytes(payload[:2]) if payload else 1005
                self._write(frame(CLOSE, payload[:2]))

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the lost connection."""
        self._end(ClosedSocketError(self._code))

    def say(self, payload: bytes) -> None:
        """Send a message."""
        self._write(frame(TEXT, payload))

    def close(self) -> None:
        """Close the connection without waiting for the server."""
        self._is_closing = True
        if self._transport is not None:
            self._write(frame(CLOSE, (1000).to_bytes(2)))
            self._transport.close()

    def abort(self) -> None:
        """End the connection without a word, as a dead proxy does."""
        self._is_closing = True
        if self._transport is not None:
            self._transport.abort()

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def _end(self, why: Exception) -> None:
        if not self.opened.done():
            self.opened.set_exception(why)
        elif not self._is_closing:
            self._is_closing = True
            self._ended(why)


def handshake(url: str, headers: Mapping[str, str]) -> bytes:
    """Return the request for a socket at that address."""
    at = urlsplit(url)
    query = f"?{at.query}" if at.query else ""
    lines = {
        "Host": at.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    said = [f"GET {at.path}{query} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items())]
    return "\r\n".join(said).encode() + HEAD_END


async def open_socket(
    url: str, headers: Mapping[str, str], heard: Callable[[bytes], None], ended: Callable[[Exception], None]
) -> Line:
    """Return an open socket.

    Raises RefusedHandshakeError, ClosedSocketError, TimeoutError."""
    at = urlsplit(url)
    loop = asyncio.get_running_loop()
    head = handshake(url, headers)
    async with asyncio.timeout(OPEN_S):
        _, line = await loop.create_connection(lambda: Line(head, heard, ended), at.hostname or "", at.port or 80)
        await line.opened
    return line
