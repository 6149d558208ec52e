"""Addresses for notifications, and the notifications already sent.

None of it is an event of a room. An address belongs to a person, so no record, room file or backup has it. It is
deleted with its room."""

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
"""Name of the only secret that backups have.

The server recognises its own room files by it."""


class NotificationKey(NamedTuple):
    """Key of a notification. Each key is notified once."""

    seat: int
    """Seat, with its player's number if they came during the ask (``key_of``)."""
    ask: AskNumber
    nudge: int
    """0 for an ask, the minute of a nudge, or minus that of a date's reminder."""


@dataclass(frozen=True, slots=True)
class Address:
    """Address of a device's player or of a whole table."""

    kind: Kind
    holder: Digest
    target: str
    """The push service's address for the device, a mail address, or a webhook's."""
    language: str
    details: Mapping[str, str] = field(default_factory=dict)
    """Further data by kind of address.

    ``person``: the owner, as ``Occupant.person``; old rows lack it. A device has its keys ``p256dh`` and ``auth``. A
    mail address has ``confirmed``. A webhook has ``trouble``, the reason of its last failure."""


class Contacts(Protocol):
    """The addresses and calls of all rooms. Every method may raise StoreDownError."""

    async def key(self, name: str, fresh: str) -> str:
        """Return the server's secret of that name. Store ``fresh`` if there is none."""
        ...

    async def renew(self, name: str, fresh: str) -> None:
        """Replace the server's secret of that name by ``fresh``."""
        ...

    async def addresses(self, room: RoomCode) -> tuple[Address, ...]:
        """Return all addresses of a room."""
        ...

    async def put(self, room: RoomCode, address: Address) -> None:
        """Store an address in place of the holder's former one of that kind.

        Do nothing if there is no such room."""
        ...

    async def drop(self, room: RoomCode, kind: Kind, holder: Digest, target: str | None = None) -> None:
        """Delete an address. With a target, delete only that one and not its successor."""
        ...

    async def claim(self, room: RoomCode, keys: Collection[NotificationKey], at: Millis) -> tuple[NotificationKey, ...]:
        """Record these notifications as sent.

        Return those that nobody had recorded before. The caller sends the returned ones. Return none if there is no
        such room."""
        ...

    async def find_unsettled(self, after: str, most: int) -> tuple[RoomCode, ...]:
        """Return up to ``most`` room codes after ``after`` with something to notify.

        In these rooms a game runs or a date is fixed, somebody has an address, and an event came after the last
        ``settle``."""
        ...

    async def settle(self, room: RoomCode, version: Version) -> None:
        """Record that nobody is left to notify in the room up to that version."""
        ...
