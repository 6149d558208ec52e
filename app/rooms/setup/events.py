"""Events about the setup of a room: opening, options, the next game."""

from typing import Annotated

from app.rooms.model.ids import RoomCode
from app.rooms.schema.bounds import is_key, is_plain, is_word
from app.rooms.schema.event import event
from engine.core.plain import Plain


@event(record="code game")
class RoomOpened:
    """A room was opened."""

    code: RoomCode
    game: Annotated[str, is_word]
    join_key: Annotated[str, is_key]
    """Secret of the join link (128 bit); everybody seated may show it."""
    watch_key: Annotated[str, is_key]
    """Secret of the watchers' link (128 bit)."""


@event(record="options")
class OptionsChanged:
    """The host chose these options (all of them, as in the protocol)."""

    options: Annotated[dict[str, Plain], is_plain]


@event(record="game")
class BackToLobby:
    """The table is in the lobby of that game; seats that were given up are free."""

    game: Annotated[str, is_word]


SetupEvent = RoomOpened | OptionsChanged | BackToLobby
