"""What a journal's store promises, and how it fails.

    StoreError              anything below
      Conflict              the room is at another version: read the new entries, decide again
      DuplicateCommand      the room has carried out this command before
      GameIsHere            a room that arrives brings a game that another room of this store is playing
      Unreadable            an entry this program cannot read, most often written by a newer one
      StoreDown             disk full, locked or gone, database away; nothing was written
        OutcomeUnknown      the connection broke amid COMMIT; the next append or load tells
      NewerDatabase         the schema is of a newer program
      NotWritable           the file or its folder cannot be written
      DatabaseInUse         another process has this SQLite file
      NotDurable            the database server acknowledges what it has not put on disk

The first five concern one call. The last four are raised while the database is opened."""

from collections.abc import Sequence
from typing import Protocol

from app.journal.callbook import Callbook
from app.journal.peers import Peers
from app.rooms.facts import Entry
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

START = Version(0)
"""Before a room's first entry."""

AT_REST = ("lobby", "finished")
"""The phases of a room in which no game is under way."""


class StoreError(Exception):
    """The journal could not do what was asked."""


class Conflict(StoreError):
    """The room is not at the expected version: somebody else's append came first."""

    def __init__(self, room: RoomCode, expected: Version) -> None:
        super().__init__(f"room {room} is not at version {expected}")
        self.room = room
        self.expected = expected


class DuplicateCommand(StoreError):
    """The room's journal holds this command already."""

    def __init__(self, room: RoomCode, command: CommandKey) -> None:
        super().__init__(f"room {room} has carried out command {command} already")
        self.room = room
        self.command = command


class GameIsHere(StoreError):
    """The running game of a room that arrives is running in another room already."""

    def __init__(self, room: RoomCode) -> None:
        super().__init__(f"room {room} would bring a game that is running in another room")
        self.room = room


class Unreadable(StoreError):
    """An entry of the journal that this program cannot read."""


class StoreDown(StoreError):
    """The store cannot work now; nothing of the call was written. Trying again later is right."""


class OutcomeUnknown(StoreDown):
    """The connection broke while the database committed: it may be written or not. Never to be acknowledged."""


class NewerDatabase(StoreError):
    """The database was made or upgraded by a newer program than this one."""


class NotWritable(StoreError):
    """The database's file or folder cannot be written."""


class DatabaseInUse(StoreError):
    """Another process has opened this SQLite file."""


class NotDurable(StoreError):
    """The database server is set to acknowledge commits that are not on its disk."""


class Store(Protocol):
    """The journals of all rooms. Every method may raise StoreDown."""

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

        A room's code and the code to join it are nobody else's: a new room whose code is in use raises Conflict,
        another code to join that is in use StoreDown.

        ``entries`` are numbered from ``expected + 1`` on, and the first of a room is RoomOpened (ValueError
        otherwise). ``phase`` and ``wake_at`` are the room's after them: what ``running`` and ``due`` look at. Whoever
        is cancelled while waiting learns nothing, but the append goes on.

        A room that arrives with all its history brings no game that another room is in the midst of: one of two that
        come at once is refused as well.

        Raises Conflict, DuplicateCommand, GameIsHere, StoreDown."""
        ...

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """A room's entries beyond version ``after``, in order; empty if there is no such room. Raises Unreadable."""
        ...

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """The room that is joined by that code; None when there is none. Another process may be about to change it."""
        ...

    async def rooms_held(self, holder: Digest) -> tuple[tuple[RoomCode, Seat], ...]:
        """The seats the token digest holds; the room with the latest entry first."""
        ...

    async def due(self, before: Millis) -> tuple[RoomCode, ...]:
        """The unfinished rooms that are to be woken at ``before`` or earlier, the longest due first."""
        ...

    async def running(self) -> tuple[RoomCode, ...]:
        """The rooms in which a game is being played, by code."""
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
        """Finishes what was asked for, then refuses with StoreDown."""
        ...
