"""Messages about a connection, of which the room never hears."""

from typing import Annotated, Literal

from pydantic import Field

from app.web.messages.base import CommandMessage, Message


class HelloMessage(Message):
    """The first message of a socket that showed no token in its headers; without one it speaks for the public."""

    do: Literal["hello"]
    token: Annotated[str, Field(max_length=200)] | None = None
    protocol: int | None = None
    """The version of the protocol in which the socket is to speak; None: the address says it, or it is 1."""


class LookMessage(CommandMessage):
    """Ask whether the server is there; say that somebody looks at the page, or no longer."""

    do: Literal["ping", "look", "look_away"]
