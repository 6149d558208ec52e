"""Guard of a socket's handshake: it is answered in time, whatever becomes of it.

uvicorn reads the head of an upgrade with one parser and ``websockets`` reads it again with a stricter one. A head that
only the first takes would be answered by neither. The names that are private to uvicorn 0.54 are pinned by
tests/test_private_parts.py."""

import asyncio
from http import HTTPStatus
from typing import Any, ClassVar, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import SecurityError

from app.web.server.connections import SLOT, Slot
from app.web.server.guard_watch import Watch

NOT_READ_S = 2.0
"""Seconds a peer has to read the refusal of its handshake."""


def make_plain_answer(status: HTTPStatus, said: str) -> bytes:
    """Return a whole HTTP answer with a sentence as its body, after which it closes."""
    body = f"{said}\n".encode()
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "connection: close",
    )
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + body


class HandshakeGuard(WebSocketsSansIOProtocol):
    """WebSocket protocol that refuses bad and unanswered handshakes.

    The time runs until the answer is written: accepted, refused, or failed."""

    watch: ClassVar[Watch]

    slot: Slot | None = None
    """Place of the connection, which leaves the table with it."""

    _answer_deadline: asyncio.TimerHandle | None = None

    def guard_handshake(self, slot: Slot | None) -> None:
        """Take the connection over from the HTTP protocol, after the handshake's head."""
        self.slot = slot
        if not self.handshake_initiated:
            is_too_large = isinstance(self.conn.handshake_exc, SecurityError)
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if is_too_large else HTTPStatus.BAD_REQUEST
            self._refuse_handshake(status, "This is no WebSocket handshake.", "bad handshake")
        elif not self._is_answered():
            cast(dict[str, Any], self.scope["extensions"])[SLOT] = slot
            self._answer_deadline = self.loop.call_later(self.watch.figures.request_seconds, self._refuse_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._stop_deadline()
        if self.slot is not None:
            self.slot.leave()
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        """Send for the application. Its answer to the handshake stops the timeout."""
        await super().send(message)
        if self._answer_deadline is not None and self._is_answered():
            self._stop_deadline()

    def _is_answered(self) -> bool:
        return self.handshake_complete or self.close_sent

    def _refuse_late(self) -> None:
        self._answer_deadline = None
        self._refuse_handshake(HTTPStatus.SERVICE_UNAVAILABLE, "The server didn't answer in time.", "late handshake")

    def _refuse_handshake(self, status: HTTPStatus, said: str, why: str) -> None:
        self.watch.log.note(why)
        if not self.transport.is_closing():
            self.transport.write(make_plain_answer(status, said))
            self.transport.close()
        # whatever the application still sends goes nowhere
        self.disconnected = True
        self.loop.call_later(NOT_READ_S, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._answer_deadline is not None:
            self._answer_deadline.cancel()
            self._answer_deadline = None
