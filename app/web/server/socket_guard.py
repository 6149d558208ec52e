"""uvicorn's protocol of sockets, guarded like that of requests (see ``uvicorn_guard``), and a line: once the
application has let somebody in, frames go straight to whoever carries on, and back in one write.

The names that are private to uvicorn 0.54 are pinned by tests/test_private_parts.py."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from app.web.http.buckets import Window
from app.web.http.errors import Close
from app.web.server.frames import Cutter, text_frames
from app.web.server.handshake_guard import HandshakeGuard
from app.web.sockets.line import LINE, Receiver

CLOSING_S = 2.0
"""How long a closing connection has to take in what is left for it."""

SOCKET_PIECE = 2048
"""So many bytes of a socket are read before it is looked whether it may go on: in a quarter of a megabyte, which may
come at once, are forty thousand frames."""


def _nothing() -> None:
    """For a timer that only has to be there."""


class _HandedOn:
    """Stands where uvicorn puts the events for the application, once there is none any more."""

    __slots__ = ("receiver",)

    def __init__(self, receiver: Receiver) -> None:
        self.receiver: Receiver | None = receiver

    def put_nowait(self, event: dict[str, Any]) -> None:
        """One event."""
        if self.receiver is None:
            return
        if event["type"] == "websocket.receive":
            self.receiver.received(event.get("text"))
        else:
            self.receiver.lost()


class GuardedSocket(HandshakeGuard):
    """A socket that is cut off when its peer does not read, and closed when it sends too many frames.

    While the peer does not take in what we send, nothing of it is read either, pings included: every pong would pile
    up.

    By ``carry``, ``write``, ``hold``, ``go_on`` and ``close`` it is a :class:`~app.web.sockets.line.Line`."""

    _stall: asyncio.TimerHandle | None = None
    _frames: Window | None = None
    _cutter: Cutter | None = None
    _handed_on: _HandedOn | None = None
    _is_held = False
    _was_paused = False
    """Whether the server did not read when the time for a pong was over."""
    is_writable = True
    """As in Line."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._reads_again()
        super().connection_lost(exc)
        if self._handed_on is not None:
            # each holds the other, and neither would go before all of memory is looked through
            self._handed_on.receiver = None

    def handle_connect(self, event: Request) -> None:
        """The handshake: the application is offered this socket as a line."""
        self._cutter = Cutter(self.watch.figures.frame_bytes)
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[LINE] = self

    def data_received(self, data: bytes) -> None:
        """Some frames: no more of them are read once one was too many."""
        if self._cutter is None:
            # the handshake, which comes by itself
            super().data_received(data)
            return
        for start in range(0, len(data), SOCKET_PIECE):
            for is_text, frame in self._cutter.cut(data[start : start + SOCKET_PIECE]):
                if self.transport.is_closing():
                    return
                if is_text:
                    self._read(frame)
                else:
                    super().data_received(frame)

    def pause_writing(self) -> None:
        """The peer does not read."""
        super().pause_writing()
        self.is_writable = False
        self.transport.pause_reading()
        self._reads_again()
        self._stall = self.loop.call_later(self.watch.figures.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The peer reads again."""
        super().resume_writing()
        self.is_writable = True
        self._reads_again()
        if not self.read_paused:
            self.transport.resume_reading()
        if self._handed_on is not None and self._handed_on.receiver is not None:
            self._handed_on.receiver.writable()

    # ---- while the application lets somebody in

    async def run_asgi(self) -> None:
        """Runs the application; a socket that is carried on stays open when it returns."""
        await super().run_asgi()
        if self._handed_on is not None and self.close_timer is not None and not self.close_sent:
            self.close_timer.cancel()
            self.close_timer = None

    async def receive(self) -> ASGIReceiveEvent:
        """The next event for the application."""
        event = await super().receive()
        if not self.is_writable:
            self.transport.pause_reading()
        return event

    async def send(self, message: ASGISendEvent) -> None:
        """Sends for the application; a close that the peer does not answer ends in a cut."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self._cut_after(self.close_timeout)
        elif message["type"] == "websocket.accept" and self.handshake_complete:
            # a socket lives for hours, and nobody looks at its handshake again; the reader of frames holds it too
            self.request.headers.clear()
            del self.request, self.response

    # ---- while it is carried on

    def carry(self, receiver: Receiver) -> None:
        """As in Line."""
        events, self._handed_on = self.queue, _HandedOn(receiver)
        self.queue = cast(asyncio.Queue[ASGIReceiveEvent], self._handed_on)
        # uvicorn closes a socket whose application returns, but for one that is closing already
        self.close_timer = self.loop.call_later(self.close_timeout, _nothing)
        del self.scope
        while not events.empty():
            self.queue.put_nowait(events.get_nowait())
        if not self._is_held:
            self.go_on()

    def write(self, messages: Sequence[bytes]) -> None:
        """As in Line."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(text_frames(messages))

    def hold(self) -> None:
        """As in Line."""
        self._is_held = True
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """As in Line."""
        self._is_held = False
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            if self.is_writable:
                self.transport.resume_reading()

    def close(self, code: int) -> None:
        """As in Line; a close that the peer does not answer ends in a cut."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        # the peer's answer to it is still to come
        self.go_on()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        super().send_receive_event_to_app()
        if self._handed_on is not None and not self._is_held:
            self.go_on()

    # ---- its guard

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

    def _read(self, payload: bytes) -> None:
        """A whole text."""
        receiver = self._handed_on.receiver if self._handed_on is not None else None
        try:
            text = payload.decode() if receiver is not None and not self.close_sent else None
        except UnicodeDecodeError:
            text = None
        if receiver is None or text is None:
            self.handle_text(Frame(Opcode.TEXT, payload))
        elif self._may_send():
            receiver.received(text)

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
