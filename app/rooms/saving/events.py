"""Events: taking a room as a file."""

from typing import Annotated

from app.rooms.model.ids import AskNumber, Millis
from app.rooms.schema.event import event
from engine.core.seats import Seat


def is_past(saved_at: Millis, at: Millis) -> bool:
    """A moment before the event's own."""
    return 0 <= saved_at <= at


@event(record="ask")
class SaveAgreed:
    """The table agreed that the running game is saved as a file, once, before the cards of that ask are opened."""

    ask: AskNumber


@event(record="seat")
class TableSaved:
    """The seat took the room as a file, with all that is hidden in it."""

    seat: Seat


@event(record="seat is_own keeps_devices saved_at")
class RoomArrived:
    """The room was opened from a file; whatever links and votes stood in it are void."""

    seat: Seat | None
    """Who opened it; None where that cannot be known."""
    is_own: bool
    """Whether this server wrote the file and so vouches for what came before."""
    keeps_devices: bool
    """Whether the devices in the file go on holding their seats; else none does."""
    saved_at: Annotated[Millis, is_past]
    """When the file was made, as far as it can be believed."""


SavingEvent = SaveAgreed | TableSaved | RoomArrived
