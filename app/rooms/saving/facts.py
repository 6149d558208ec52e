"""Facts: taking a room as a file.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber, Millis
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SaveAgreed:
    """The table agreed that the running game is saved as a file, once, before the cards of that ask are opened."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class TableSaved:
    """The seat took the room as a file, with all that is hidden in it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoomArrived:
    """The room was opened from a file; whatever links and votes stood in it are void."""

    seat: Seat | None
    """Who opened it; None where that cannot be known."""
    is_own: bool
    """Whether this server wrote the file and so vouches for what came before."""
    keeps_devices: bool
    """Whether the devices in the file go on holding their seats; else none does."""
    saved_at: Millis
    """When the file was made, as far as it can be believed."""


SavingForAll = SaveAgreed | TableSaved | RoomArrived
"""Those that everybody may know."""

SavingFact = SavingForAll
