"""Commands: taking a room as a file."""

from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class SaveTable(Frozen, frozen=True):
    """Take the room as a file. The file is made of the journal that tells of it."""

    seat: Seat


SavingOfSeat = SaveTable
"""All of them can only be given by the player of their ``seat``."""

SavingCommand = SavingOfSeat
