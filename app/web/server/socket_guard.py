"""Uvicorn's WebSocket protocol, guarded as the HTTP one is (``uvicorn_guard``).

The private names of uvicorn 0.54 are pinned by tests/test_private_parts.py."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from app.web.http.buckets import Window
from app.web.http.errors import Close
from app.web.server.handshake_guard import HandshakeGuard
from app.web.sockets.line import LINE

CLOSING_S = 2.0
"""Seconds a closing connection has to read what is left for it."""

SOCKET_PIECE = 2048
"""Bytes that are parsed before the limit is checked again.

A quarter of a megabyte may come at once and hold forty thousand frames."""


class _Events(asyncio.Queue[ASGIReceiveEvent]):
    """Queue of events that calls a listener for each one."""

    heard: Callable[[], None] | None = None

    def put_nowait(self, item: ASGIReceiveEvent) -> None:
        """Add an event."""
        super().put_nowait(item)
        if self.heard is not None:
            self.heard()


class GuardedSocket(HandshakeGuard):
    """WebSocket that is cut when its peer does not read or sends too many frames.

    While the peer does not read, nothing of it is read either, pings included: every pong would pile up. It is the
    :class:`~app.web.sockets.line.Line` of its connection."""

    _stall: asyncio.TimerHandle | None = None
    _frames: Window | None = None
    _was_paused = False
    """True if reading was paused when the time for a pong was over."""

    def __init__(self, *of_server: Any, **more_of_server: Any) -> None:
        """Take what uvicorn makes a protocol of."""
        super().__init__(*of_server, **more_of_server)
        self.queue = _Events()

    def handle_connect(self, event: Request) -> None:
        """Offer the line to the application, which takes it once the socket is accepted."""
        super().handle_connect(event)
        if not self.handshake_complete:
            cast(dict[str, Any], self.scope["extensions"])[LINE] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._resume_reading()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse frames. After one too many, no more are read."""
        for start in range(0, len(data), SOCKET_PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SOCKET_PIECE])

    def pause_writing(self) -> None:
        """Pause writing: the peer does not read."""
        super().pause_writing()
        self.transport.pause_reading()
        self._resume_reading()
        self._stall = self.loop.call_later(self.watch.figures.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Resume writing: the peer reads again."""
        super().resume_writing()
        self._resume_reading()
        if not self.read_paused:
            self.transport.resume_reading()
        heard = cast(_Events, self.queue).heard
        if heard is not None:
            heard()

    def listen(self, heard: Callable[[], None] | None) -> None:
        """Implement Line."""
        cast(_Events, self.queue).heard = heard

    def take(self) -> Mapping[str, Any] | None:
        """Implement Line."""
        if self.queue.empty():
            return None
        event = self.queue.get_nowait()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.writable.is_set():
                self.transport.resume_reading()
        return cast(Mapping[str, Any], event)

    @property
    def can_write(self) -> bool:
        """Implement Line."""
        return self.writable.is_set()

    def write(self, texts: list[bytes]) -> None:
        """Implement Line."""
        if self.disconnected or self.close_sent:
            return
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            # it is being closed
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next event for the application."""
        event = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return event

    async def send(self, message: ASGISendEvent) -> None:
        """Send for the application. An unanswered close ends in a cut."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self._cut_after(self.close_timeout)
        elif message["type"] == "websocket.accept" and self.handshake_complete:
            # a socket lives for hours, and nobody looks at its handshake again; the reader of frames holds it too
            self.request.headers.clear()
            del self.request, self.response

    def keepalive_timeout(self) -> None:
        """Close a socket whose peer has not answered a ping.

        While the server itself does not read, the pong may already be here, unread: then it gets the same time again,
        and once more after that, as reading may have begun again only now."""
        is_ours, self._was_paused = self.read_paused or self._was_paused, self.read_paused
        if is_ours and self.ping_timeout is not None and not self.transport.is_closing():
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self._cut_after(CLOSING_S)

    def shutdown(self) -> None:
        """Shut down."""
        super().shutdown()
        self._cut_after(CLOSING_S)

    def send_receive_event_to_app(self) -> None:
        """Deliver a whole message. Reading pauses only at the second one that waits.

        Each pause costs two system calls."""
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        if not was_paused and self.queue.qsize() > 1:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_text(self, event: Frame) -> None:
        """Count and handle a text frame."""
        if self._may_send():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Count and handle a binary frame."""
        if self._may_send():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """More of a message."""
        if self._may_send():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Count and handle a ping."""
        if self._may_send():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Count and handle a pong, asked for or not."""
        if self._may_send():
            super().handle_pong(event)

    def _may_send(self) -> bool:
        """Count a frame. The first one too many closes the socket."""
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

    def _resume_reading(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
