"""Facts: how a room is set up: opened, its options chosen, made ready for another game.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import RoomCode
from engine.core.plain import Plain


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """A room came to be."""

    code: RoomCode
    game: str
    join_key: str
    """The secret of the join link (128 bit); everybody seated may show it."""
    watch_key: str
    """The secret of the watchers' link (128 bit)."""


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The host chose these options (all of them, as in the protocol)."""

    options: dict[str, Plain]


@dataclass(frozen=True, slots=True)
class BackToLobby:
    """The table is set up anew for that game; seats that were given up are free."""

    game: str


SetupForAll = RoomOpened | OptionsChanged | BackToLobby
"""Those that everybody may know."""

SetupFact = SetupForAll
