"""What is kept for calling people back, beside the journal: where they want to be called, which calls were made.

None of it is an event of a room: an address belongs to a person, is in no record, no room file and no backup, and goes
with its room."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version

Kind = Literal["push", "mail", "hook"]

TABLE = -1
"""The seat in a key that stands for the whole table."""

NOBODY = Digest("")
"""The holder of a room's webhook."""


FILE_KEY = "room_files"
"""The name of the one secret that backups have: by it the server knows the room files that it wrote."""


class CallKey(NamedTuple):
    """What a call is for; there is one call for each key."""

    seat: int
    """The seat, with the number of its player where they sat down during the ask (``key_of``)."""
    ask: AskNumber
    nudge: int
    """0 for what is asked; for a nudge the minute it came in."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a device's player, or a whole table, is called."""

    kind: Kind
    holder: Digest
    target: str
    """The push service's address for the device, a mail address, or a webhook's."""
    language: str
    details: Mapping[str, str] = field(default_factory=dict)
    """``person``: whose it is, by ``Occupant.person``; old ones lack it. For a device its keys ``p256dh`` and ``auth``;
    for a mail address ``confirmed``; for a webhook ``trouble``, why
    the last call failed."""


class Callbook(Protocol):
    """The addresses and calls of all rooms. Every method may raise StoreDownError."""

    async def key(self, name: str, fresh: str) -> str:
        """The server's secret of that name, which is ``fresh`` if there was none."""
        ...

    async def renew(self, name: str, fresh: str) -> None:
        """Makes ``fresh`` the server's secret of that name."""
        ...

    async def addresses(self, room: RoomCode) -> tuple[Address, ...]:
        """Where people of a room are called."""
        ...

    async def put(self, room: RoomCode, address: Address) -> None:
        """Keeps an address in the place of the holder's former one of that kind; nothing happens in a room that is
        not there."""
        ...

    async def drop(self, room: RoomCode, kind: Kind, holder: Digest, target: str | None = None) -> None:
        """Forgets an address; with a target only that one, not one that took its place."""
        ...

    async def claim(self, room: RoomCode, keys: Collection[CallKey], at: Millis) -> tuple[CallKey, ...]:
        """Writes down that these calls are made, and gives those that nobody had written down before: they are the
        caller's to make. None in a room that is not there."""
        ...

    async def unsettled(self, after: str, most: int) -> tuple[RoomCode, ...]:
        """Up to ``most`` rooms, by code and beyond ``after``, in which a game is played, somebody wants to be called
        and something has happened since the room was settled."""
        ...

    async def settle(self, room: RoomCode, version: Version) -> None:
        """Notes that nobody is left to be called in the room until it goes beyond that version."""
        ...
