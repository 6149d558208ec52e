"""Facts: taking a room as a file.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SaveAgreed:
    """The table agreed that the running game is saved as a file, once, before the cards of that ask are opened."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class TableSaved:
    """The seat took the room as a file, with all that is hidden in it."""

    seat: Seat


SavingForAll = SaveAgreed | TableSaved
"""Those that everybody may know."""

SavingFact = SavingForAll
