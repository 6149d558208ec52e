"""uvicorn's two protocols, guarded: nobody holds a connection without using it, and nobody is fed who does not read.

As it comes, uvicorn waits without end for the rest of a request and for a peer that does not read. These classes use
names that are private to uvicorn 0.54; tests/test_private_parts.py pins every one of them, and must be run with each
new version."""

import asyncio
from typing import ClassVar, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from app.web.http.buckets import Window
from app.web.http.errors import Close
from app.web.server.guard_watch import Watch

CLOSING_S = 2.0
"""How long a closing connection has to take in what is left for it."""

HEADER_MARKS = len(": \r\n")

MOST_WAITING = 8
"""Requests that a connection may send before the one it sent first is answered. Browsers send none."""

LONGEST_REQUEST_S = 300.0
"""No request arrives for longer, however steadily: by then the largest file has come over the slowest line."""

SOCKET_PIECE = 2048
"""So many bytes of a socket are read before it is looked whether it may go on: in a quarter of a megabyte, which may
come at once, are forty thousand frames."""


class TooMuchHead(ValueError):
    """The headers of a request are longer than they may be."""


class TooManyWaiting(ValueError):
    """More requests than are waited with."""


class GuardedHttp(HttpToolsProtocol):
    """HTTP with a time for every request, a time for every reader, and a size for the headers."""

    watch: ClassVar[Watch]

    _deadline: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _is_upgraded = False
    _is_in_head = True
    _head_bytes = 0
    _began = 0.0
    _body_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A new connection, unless its address has too many."""
        super().connection_made(cast(asyncio.Transport, transport))
        if self.watch.enter(self.client):
            self._arm()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._disarm()
        self._reads_again()
        if not self._is_upgraded:
            self.watch.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece of a request; its first byte starts the clock."""
        if self._deadline is None:
            self._arm()
        if self._is_in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > self.watch.figures.header_bytes:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins, perhaps behind another in the same piece. Raises TooManyWaiting, which ends the reading."""
        if len(self.pipeline) >= MOST_WAITING:
            self.transport.abort()
            raise TooManyWaiting
        super().on_message_begin()
        if self._deadline is None:
            self._arm()

    def on_headers_complete(self) -> None:
        """The headers are whole. Raises TooMuchHead, which uvicorn answers with 400."""
        size = len(self.url) + sum(len(name) + len(value) + HEADER_MARKS for name, value in self.headers)
        if size > self.watch.figures.header_bytes:
            raise TooMuchHead
        self._is_in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of a body, which lengthens the time for the rest: a large file takes its while on a slow line."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._disarm()
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_complete()
        if getattr(self.cycle, "response_complete", False) and not self.parser.should_upgrade():
            # answered before it was whole, so nobody waits any more for a next one
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket, which counts it out when it is lost."""
        self._disarm()
        self._is_upgraded = True
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The reader is slower than the answer."""
        super().pause_writing()
        self._reads_again()
        self._stall = self.loop.call_later(self.watch.figures.response_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        self._reads_again()

    def _arm(self) -> None:
        self._began, self._body_bytes = self.loop.time(), 0
        self._deadline = self.loop.call_later(self.watch.figures.request_seconds, self._is_late)

    def _is_late(self) -> None:
        """Cuts the connection off, unless so much of a body has come that there is time left."""
        figures = self.watch.figures
        # nobody reads what is still to come of a request that was answered before it was whole
        is_read = not getattr(self.cycle, "response_complete", True)
        earned = self._body_bytes / figures.request_bytes_per_second if is_read else 0.0
        until = self._began + min(figures.request_seconds + earned, LONGEST_REQUEST_S)
        left = until - self.loop.time()
        if left <= 0:
            self.transport.abort()
        else:
            self._deadline = self.loop.call_later(left, self._is_late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _reads_again(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket that is cut off when its peer does not read, and closed when it sends too many frames.

    While the peer does not take in what we send, nothing of it is read either, pings included: every pong would pile
    up."""

    watch: ClassVar[Watch]

    _stall: asyncio.TimerHandle | None = None
    _frames: Window | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._reads_again()
        self.watch.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some frames: no more of them are read once one was too many."""
        for start in range(0, len(data), SOCKET_PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SOCKET_PIECE])

    def pause_writing(self) -> None:
        """The peer does not read."""
        super().pause_writing()
        self.transport.pause_reading()
        self._reads_again()
        self._stall = self.loop.call_later(self.watch.figures.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The peer reads again."""
        super().resume_writing()
        self._reads_again()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """The next event for the application."""
        event = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return event

    async def send(self, message: ASGISendEvent) -> None:
        """Sends for the application; a close that the peer does not answer ends in a cut."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self._cut_after(self.close_timeout)
        elif message["type"] == "websocket.accept" and self.handshake_complete:
            # a socket lives for hours, and nobody looks at its handshake again
            del self.request, self.response

    def keepalive_timeout(self) -> None:
        """The peer did not answer a ping."""
        super().keepalive_timeout()
        self._cut_after(CLOSING_S)

    def shutdown(self) -> None:
        """The server goes down."""
        super().shutdown()
        self._cut_after(CLOSING_S)

    def handle_text(self, event: Frame) -> None:
        """A message or its beginning."""
        if self._may_send():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message that is no text, or its beginning."""
        if self._may_send():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """More of a message."""
        if self._may_send():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping of the peer."""
        if self._may_send():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, asked for or not."""
        if self._may_send():
            super().handle_pong(event)

    def _may_send(self) -> bool:
        """Counts a frame; the first one too many closes the socket."""
        if not self.watch.is_limited:
            return True
        if self.close_sent:
            return False
        now = self.watch.clock()
        if self._frames is None:
            self._frames = Window(self.watch.figures.frames, self.watch.figures.frames_seconds)
        if self._frames.wait(now) == 0:
            self._frames.add(now)
            return True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": Close.REFUSED, "reason": "too many frames"})
        self.conn.fail(Close.REFUSED, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self._cut_after(CLOSING_S)
        return False

    def _cut_after(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)

    def _reads_again(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


def guarded(watch: Watch) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """The two protocol classes of a server, which share ``watch``."""
    shared = {"watch": watch}
    return type("Http", (GuardedHttp,), shared), type("Socket", (GuardedSocket,), shared)
