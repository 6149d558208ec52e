"""Commands to save a room as a file."""

from app.rooms.schema.command import FromSeat


class SaveTable(FromSeat, frozen=True):
    """Save the room as a file. It is made from the journal that records the save."""


SavingCommand = SaveTable
