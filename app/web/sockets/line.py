"""What is between a connection and the network: a line carries an accepted socket's messages, without tasks and queues
in between."""

from collections.abc import Sequence
from typing import Protocol, cast

from starlette.types import Scope

LINE = "signet.line"
"""The ASGI extension by which a server offers the line of a socket. It may be taken once the socket is accepted; then
the application may return, and the socket stays open."""


class Receiver(Protocol):
    """Who hears what comes over a line. None of it may raise."""

    def received(self, text: str | None) -> None:
        """A message; None for one that is no text."""
        ...

    def writable(self) -> None:
        """The peer reads again, after a while in which it did not."""
        ...

    def lost(self) -> None:
        """Nothing comes any more, and nothing is taken. May be said more than once."""
        ...

    def end(self, code: int) -> None:
        """The line has to be closed with that code."""
        ...


class Line(Protocol):
    """An accepted socket. Once it is closed or lost, nothing that is asked of it does anything."""

    @property
    def is_writable(self) -> bool:
        """Whether the peer reads what is sent: what is written otherwise piles up."""
        ...

    def carry(self, receiver: Receiver) -> None:
        """Hands over what comes from now on, and what has come since the socket was accepted."""
        ...

    def write(self, messages: Sequence[bytes]) -> None:
        """Sends messages, each UTF-8, in one go."""
        ...

    def hold(self) -> None:
        """Reads nothing more, until :meth:`go_on`; what has been read still comes."""
        ...

    def go_on(self) -> None:
        """Reads on."""
        ...

    def close(self, code: int) -> None:
        """Closes the socket, behind what was written."""
        ...


def offered(scope: Scope) -> Line | None:
    """The line that the server of a socket offers, if it does."""
    return cast(Line | None, (scope.get("extensions") or {}).get(LINE))
