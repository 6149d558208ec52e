"""Line: an accepted socket, read and written without tasks.

ASGI needs two tasks for each connection, and a dozen coroutines lie between them and the socket. A table's socket
rests for seconds, so that each of them is out of the processor's cache when it wakes."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from starlette.websockets import WebSocket

LINE = "signet.line"
"""ASGI extension that holds the :class:`Line` of a socket."""


class Line(Protocol):
    """Accepted socket, as the server offers it beside ASGI."""

    def listen(self, heard: Callable[[], None] | None) -> None:
        """Call ``heard`` for each new event, and when there is room to write again.

        It runs inside the protocol, so it must be quick. None ends it."""
        ...

    def take(self) -> Mapping[str, Any] | None:
        """Return the next of ASGI's events without waiting; None if there is none yet."""
        ...

    @property
    def can_write(self) -> bool:
        """True unless the peer has yet to read what was written."""
        ...

    def write(self, texts: list[bytes]) -> None:
        """Write text messages in one system call; nothing if the peer has gone."""
        ...


def line_of(socket: WebSocket) -> Line:
    """Return the line of an accepted socket, once."""
    # the scope and the line would hold each other
    return cast(Line, socket.scope["extensions"].pop(LINE))
