"""What a journal's store promises. How it fails stands in ``errors``."""

from collections.abc import Sequence
from typing import Protocol

from app.journal.callbook import Callbook
from app.journal.peers import Peers
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

START = Version(0)
"""Before a room's first entry."""

AT_REST = ("lobby", "finished")
"""The phases of a room in which no game is under way."""


class Store(Protocol):
    """The journals of all rooms. Every method may raise StoreDownError."""

    @property
    def peers(self) -> Peers:
        """The other processes on this store."""
        ...

    @property
    def callbook(self) -> Callbook:
        """What is kept for calling people back."""
        ...

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Adds entries to a room's journal, all or none; returns once they are committed and on disk.

        A room's code and the code to join it are nobody else's: a new room whose code is in use raises ConflictError,
        another code to join that is in use StoreDownError.

        ``entries`` are numbered from ``expected + 1`` on, and the first of a room is RoomOpened (ValueError
        otherwise). ``phase`` and ``wake_at`` are the room's after them: what ``census`` and ``due`` look at. Whoever
        is cancelled while waiting learns nothing, but the append goes on.

        A room that arrives with all its history brings no game that another room is in the midst of: one of two that
        come at once is refused as well.

        Raises ConflictError, DuplicateCommandError, DuplicateGameError, StoreDownError."""
        ...

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """A room's entries beyond version ``after``, in order; empty if there is no such room. Raises
        UnreadableError."""
        ...

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """The room that is joined by that code; None when there is none. Another process may be about to change it."""
        ...

    async def rooms_held(self, holder: Digest) -> tuple[tuple[RoomCode, Seat], ...]:
        """The seats the token digest holds; the room first where it was seen last, which nobody else can change."""
        ...

    async def revoked(self, code: RoomCode) -> frozenset[Digest]:
        """The token digests that were taken off their seat in a room of that code and have not come back to it since.
        It stays known when the room is deleted."""
        ...

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """The unfinished rooms that are to be woken at ``before`` or earlier, the longest due first."""
        ...

    async def census(self) -> dict[str, int]:
        """How many rooms there are in each phase that any is in."""
        ...

    async def delete(self, room: RoomCode) -> None:
        """Deletes a room: its journal and every other row that names it. Nothing happens when there is no such room."""
        ...

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Deletes up to ``most`` rooms, the longest untouched first, to which nothing was appended since ``before`` and
        in which no game is under way; gives their codes. A room that is appended to meanwhile stays."""
        ...

    async def beat(self, now: Millis) -> None:
        """Notes that the server is alive."""
        ...

    async def last_beat(self) -> Millis | None:
        """When the server was last alive; None if it never was."""
        ...

    async def check(self) -> None:
        """Returns if the store answers."""
        ...

    async def close(self) -> None:
        """Finishes what was asked for, then refuses with StoreDownError."""
        ...
