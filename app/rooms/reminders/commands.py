"""Commands: nudges: one player reminds another, whom the table waits for."""

from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class Nudge(Frozen, frozen=True):
    """Nudge the target, whom the table waits for."""

    seat: Seat
    target: Seat


ReminderOfSeat = Nudge
"""All of them can only be given by the player of their ``seat``."""

ReminderCommand = ReminderOfSeat
