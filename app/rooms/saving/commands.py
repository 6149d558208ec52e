"""Commands: taking a room as a file."""

from app.rooms.schema.command import FromSeat


class SaveTable(FromSeat, frozen=True):
    """Take the room as a file. The file is made of the journal that tells of it."""


SavingCommand = SaveTable
