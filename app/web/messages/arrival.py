"""Messages before there is a seat: open a room, sit down in one, begin a socket."""

from typing import Annotated

from msgspec import Meta, Struct, field

from app.rooms.schema.command import GameKey, Name, Options
from app.settings.open_word import LONGEST_WORD

NewToken = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32,64}$(?!\n)")]
"""Random value that a client makes once; its seat's token follows from it."""


class Open(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a room and sit down in it."""

    game: GameKey
    name: Name
    options: Options = field(default_factory=dict)
    id: NewToken | None = None
    """Client's own secret; a repeated request gets the same room and token."""
    word: Annotated[str, Meta(max_length=4 * LONGEST_WORD)] = ""
    """Word that opens tables; a server without one ignores it."""


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to sit down in a room.

    The key of its join link may be left out while the game has not begun."""

    name: Name
    key: Annotated[str, Meta(max_length=64)] | None = None
    id: NewToken | None = None
    """Client's own secret; a repeated request gets the same seat and token."""


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag="hello", tag_field="do"):
    """First message of a socket that showed no token in its headers.

    Without a token here the socket gets the public view."""

    token: Annotated[str, Meta(max_length=200)] | None = None
