"""Commands: taking a room as a file."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Take the room as a file. The file is made of the journal that tells of it."""

    seat: Seat


SavingOfSeat = SaveTable
"""All of them can only be given by the player of their ``seat``."""

SavingCommand = SavingOfSeat
