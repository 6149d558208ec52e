"""Interface of a journal's store. Its errors are in ``errors``."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from app.journal.contacts import Contacts
from app.journal.peers import Peers
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

START = Version(0)
"""Before a room's first entry."""

AT_REST = ("lobby", "finished")
"""The phases of a room in which no game is under way."""


class HeldSeat(NamedTuple):
    """Seat that a token digest holds."""

    room: RoomCode
    seat: Seat
    phase: str
    """Phase of the room."""


class Store(Protocol):
    """The journals of all rooms. Every method may raise StoreDownError."""

    @property
    def peers(self) -> Peers:
        """The other processes on this store."""
        ...

    @property
    def contacts(self) -> Contacts:
        """Addresses and notifications."""
        ...

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Append entries to a room's journal, all or none; return once they are on disk.

        A room's code and its code to join are unique. A new room whose code is in use raises ConflictError; a code
        to join that is in use raises StoreDownError.

        ``entries`` are numbered from ``expected + 1`` on, and the first of a room is RoomOpened (ValueError
        otherwise). ``phase`` and ``wake_at`` are the room's after them, for ``count_phases`` and ``due``. A cancelled
        caller learns nothing, but the append goes on.

        An imported room may not bring a game that another room is playing: of two that come at once one is refused.

        Raises ConflictError, DuplicateCommandError, DuplicateGameError, StoreDownError, UnreadableError."""
        ...

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Return a room's entries after version ``after``; none if there is no such room.

        Raises UnreadableError."""
        ...

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Return the room that is joined by that code, or None.

        Another process may be about to change it."""
        ...

    async def rooms_held(self, holder: Digest) -> tuple[HeldSeat, ...]:
        """Return the seats the token digest holds, the room last seen first.

        Nobody else can change that order."""
        ...

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Return the token digests taken off their seat in that room and not back.

        They stay known when the room is deleted."""
        ...

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """Return the unfinished rooms due at ``before`` or earlier, the longest due first."""
        ...

    async def find_overdue(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Return up to ``most`` rooms due by ``before``, by code, after ``after``.

        They may be in any phase."""
        ...

    async def count_phases(self) -> dict[str, int]:
        """Count the rooms in each phase."""
        ...

    async def delete(self, room: RoomCode) -> None:
        """Delete a room's journal and every other row that names it, if there is one."""
        ...

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Delete up to ``most`` untouched rooms, the oldest first; return their codes.

        They have no running game, no entry since ``before``, and nothing due since then or later. A room that is
        appended to meanwhile stays."""
        ...

    async def find_compressible(self, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
        """Return up to ``most`` rooms to compress, by code, after ``after``.

        Their journals are not compressed yet, and neither short nor very long. They have no running game, and no
        entry since ``before``."""
        ...

    async def compress(self, room: RoomCode, before: Millis) -> bool:
        """Compress a room's journal, which makes no difference to any other method.

        Return False if it stays as it is: the room was touched since ``before`` or plays, or its journal is damaged,
        short or very long. The next append expands it."""
        ...

    async def beat(self, now: Millis) -> None:
        """Record that the server is alive."""
        ...

    async def last_beat(self) -> Millis | None:
        """Return the time of the last heartbeat; None if there was none."""
        ...

    async def check(self) -> None:
        """Return if the store answers."""
        ...

    async def close(self) -> None:
        """Finish what was asked for, then refuse with StoreDownError."""
        ...
