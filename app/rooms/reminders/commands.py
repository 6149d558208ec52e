"""Commands: nudges: one player reminds another, whom the table waits for."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Nudge:
    """Nudge the target, whom the table waits for."""

    seat: Seat
    target: Seat


ReminderOfSeat = Nudge
"""All of them can only be given by the player of their ``seat``."""

ReminderCommand = ReminderOfSeat
