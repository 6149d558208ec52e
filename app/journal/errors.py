"""Errors of a journal's store.

- StoreError: anything below.
- ConflictError: the room is at another version. Read the new entries and decide again.
- DuplicateCommandError: the room has carried out this command before.
- DuplicateGameError: an imported room brings a game that another room of this store is playing.
- UnstorableError: these values can never be written. Nothing was written.
- UnreadableError: this program cannot read an entry, most often one written by a newer program.
- StoreDownError: the disk is full, locked or gone, or the database is away. Nothing was written.
- UnknownOutcomeError, a StoreDownError: the connection broke amid COMMIT. The next append or load tells.
- NewerDatabaseError: the schema is of a newer program.
- NotWritableError: the file or its folder cannot be written.
- DatabaseInUseError: another process has this SQLite file.
- NotDurableError: the database server acknowledges commits that are not on its disk.
- NotUnicodeError: the database cannot hold every name.

The first six concern one call. The last five are raised while the database is opened."""

from app.rooms.model.ids import CommandKey, RoomCode, Version


class StoreError(Exception):
    """The journal could not do what was asked."""


class ConflictError(StoreError):
    """The room is not at the expected version: somebody else's append came first."""

    def __init__(self, room: RoomCode, expected: Version) -> None:
        super().__init__(f"room {room} is not at version {expected}")
        self.room = room
        self.expected = expected


class DuplicateCommandError(StoreError):
    """The room's journal holds this command already."""

    def __init__(self, room: RoomCode, command: CommandKey) -> None:
        super().__init__(f"room {room} has carried out command {command} already")
        self.room = room
        self.command = command


class DuplicateGameError(StoreError):
    """The running game of a room that arrives is running in another room already."""

    def __init__(self, room: RoomCode) -> None:
        super().__init__(f"room {room} would bring a game that is running in another room")
        self.room = room


class UnstorableError(StoreError):
    """Value that the database can never store, as a text that is too long.

    Nothing of the call was written. Trying again does not help."""


class UnreadableError(StoreError):
    """An entry of the journal that this program cannot read."""


class StoreDownError(StoreError):
    """Temporary failure of the store. Nothing was written; try again later."""


class UnknownOutcomeError(StoreDownError):
    """Connection lost during COMMIT: written or not. Never acknowledge it."""


class NewerDatabaseError(StoreError):
    """The database was made or upgraded by a newer program than this one."""


class NotWritableError(StoreError):
    """The database's file or folder cannot be written."""


class DatabaseInUseError(StoreError):
    """Another process has opened this SQLite file."""


class NotDurableError(StoreError):
    """The database server is set to acknowledge commits that are not on its disk."""


class NotUnicodeError(StoreError):
    """The database's encoding has no place for every character."""
