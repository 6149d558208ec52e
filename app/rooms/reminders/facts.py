"""Facts: nudges: one player reminds another, whom the table waits for."""

from app.rooms.model.ids import AskNumber
from app.rooms.schema.fact import UNTOLD, fact
from engine.core.seats import Seat


@fact(record=UNTOLD, for_seat=True)
class Nudged:
    """A seat that the table waits for was nudged."""

    ask: AskNumber
    seat: Seat
    by: Seat


ReminderFact = Nudged
