"""Uvicorn's HTTP protocol, guarded against slow and idle peers.

Uvicorn itself waits without end for the rest of a request and for a peer that does not read. These classes use
private names of uvicorn 0.54. tests/test_private_parts.py pins all of them and must be run with each new version."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.web.server.connections import SLOT, Slot
from app.web.server.guard_watch import Watch
from app.web.server.handshake_guard import HandshakeGuard
from app.web.server.socket_guard import GuardedSocket

HEADER_MARKS = len(": \r\n")

WITH_BODY = frozenset({b"content-length", b"transfer-encoding"})
"""Headers of a request that has a body."""

OLD_HTTP = "1.0"
"""Version of HTTP in which a connection cannot become a socket."""

MOST_WAITING = 8
"""Pipelined requests of a connection before the first is answered.

Browsers send none."""

LONGEST_REQUEST_S = 300.0
"""Longest seconds for a request: the largest file over the slowest line."""


class HeadersTooLargeError(ValueError):
    """The headers of a request are longer than they may be."""


class BadHandshakeError(ValueError):
    """Handshake with a body, or of HTTP/1.0, which has no upgrades."""


class TooManyWaitingError(ValueError):
    """More requests than are waited with."""


class GuardedHttp(HttpToolsProtocol):
    """HTTP with timeouts for every request and reader, and a bound for the headers."""

    watch: ClassVar[Watch]

    _deadline: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _slot: Slot | None = None
    _is_in_head = True
    _head_bytes = 0
    _began = 0.0
    _body_bytes = 0
    _was_paused = False
    """True if reading was paused when the time for a request was over."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept a connection, unless its address or the server has too many."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._slot = self.watch.enter(self.client, self.transport)
        if self._slot is None:
            self.transport.abort()
            return
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._disarm()
        self._resume_reading()
        if self._slot is not None:
            self._slot.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request. Its first byte starts the timeout."""
        if self._deadline is None:
            self._arm()
        if self._is_in_head:
            self._head_bytes += len(data)
        super().data_received(data)
        if self._is_in_head and self._head_bytes > self.watch.figures.header_bytes:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Begin a request, perhaps a pipelined one.

        Raises TooManyWaitingError to stop reading."""
        if len(self.pipeline) >= MOST_WAITING:
            self.transport.abort()
            raise TooManyWaitingError
        super().on_message_begin()
        if self._slot is not None:
            self._slot.is_idle = False
        cast(dict[str, Any], self.scope)["extensions"] = {SLOT: self._slot}
        if self._deadline is None:
            self._arm()

    def on_headers_complete(self) -> None:
        """Check the complete headers.

        Raises HeadersTooLargeError and BadHandshakeError, which uvicorn answers with 400."""
        size = len(self.url) + sum(len(name) + len(value) + HEADER_MARKS for name, value in self.headers)
        if size > self.watch.figures.header_bytes:
            raise HeadersTooLargeError
        if self._is_handshake() and (has_body(self.headers) or self.parser.get_http_version() == OLD_HTTP):
            self.watch.log.note("bad handshake")
            raise BadHandshakeError
        self._is_in_head = False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Take a part of a body and extend the timeout, as for a large file."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Complete the request."""
        self._disarm()
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_complete()
        if self._slot is not None and not self._is_handshake():
            self._slot.begin()
        if getattr(self.cycle, "response_complete", False) and not self._is_handshake():
            self._rest()

    def on_response_complete(self) -> None:
        """Complete the answer; the next request may come."""
        if self._slot is not None and not self.pipeline:
            self._slot.wait()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """Turn the connection into a WebSocket, which keeps its place."""
        self._disarm()
        if self._has_unsent_answer():
            # the answer would be written among the frames, and nobody would see to it that it is read
            self.watch.log.note("bad handshake")
            self.send_400_response("A handshake has to wait for the answer before it.")
            return
        super().handle_websocket_upgrade()
        slot, self._slot = self._slot, None
        cast(HandshakeGuard, self.transport.get_protocol()).guard_handshake(slot)

    def pause_writing(self) -> None:
        """Pause: the reader is slower than the answer."""
        super().pause_writing()
        self._resume_reading()
        self._stall = self.loop.call_later(self.watch.figures.response_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Resume: the reader has caught up."""
        super().resume_writing()
        self._resume_reading()

    def _rest(self) -> None:
        """Wait for the next request after one that was answered before it was complete.

        Its rest has stopped uvicorn's own timeout. If the connection closed at once, a proxy would send the next
        form into it."""
        if self._slot is not None:
            self._slot.wait()
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def _arm(self) -> None:
        self._began, self._body_bytes = self.loop.time(), 0
        self._deadline = self.loop.call_later(self.watch.figures.request_seconds, self._is_late)

    def _is_late(self) -> None:
        """Close a connection whose request arrives too slowly.

        Every byte of a body earns it more time."""
        figures = self.watch.figures
        is_ours, self._was_paused = self.flow.read_paused or self._was_paused, self.flow.read_paused
        if is_ours:
            # the application does not read what is here, or has only just begun to, so the peer could not send more;
            # LONGEST_WAIT_S still ends it
            self._arm()
            return
        # nobody reads what is still to come of a request that was answered before it was whole
        is_read = not getattr(self.cycle, "response_complete", True)
        earned = self._body_bytes / figures.request_bytes_per_second if is_read else 0.0
        until = self._began + min(figures.request_seconds + earned, LONGEST_REQUEST_S)
        left = until - self.loop.time()
        if left <= 0:
            self.transport.abort()
        else:
            self._deadline = self.loop.call_later(left, self._is_late)

    def _is_handshake(self) -> bool:
        return bool(self.parser.should_upgrade()) and self._should_upgrade()

    def _has_unsent_answer(self) -> bool:
        is_answered = getattr(self.cycle, "response_complete", True)
        return bool(self.pipeline) or not is_answered or self._stall is not None

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _resume_reading(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


def has_body(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Return whether a body follows these headers."""
    return any(name in WITH_BODY and value.strip() != b"0" for name, value in headers)


def guard_protocols(watch: Watch) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """Make the two protocol classes of a server, which share ``watch``."""
    shared = {"watch": watch}
    return type("Http", (GuardedHttp,), shared), type("Socket", (GuardedSocket,), shared)
