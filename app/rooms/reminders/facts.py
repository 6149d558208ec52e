"""Facts: nudges: one player reminds another, whom the table waits for.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Nudged:
    """A seat that the table waits for was nudged."""

    ask: AskNumber
    seat: Seat
    by: Seat


ReminderForSeat = Nudged
"""Those that only their ``seat`` may know."""

ReminderFact = ReminderForSeat
