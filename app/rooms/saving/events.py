"""Events about saving a room as a file and opening it."""

from typing import Annotated

from app.rooms.model.ids import AskNumber, Millis
from app.rooms.schema.event import event
from engine.core.seats import Seat


def is_past(saved_at: Millis, at: Millis) -> bool:
    """Return whether a moment is not after the event's own."""
    return 0 <= saved_at <= at


@event(record="ask")
class SaveAgreed:
    """The table agreed to save the running game once, during this ask."""

    ask: AskNumber


@event(record="seat")
class TableSaved:
    """The seat saved the room as a file, with all hidden cards."""

    seat: Seat


@event(record="seat is_own keeps_devices saved_at")
class RoomArrived:
    """The room was opened from a file; links and votes in it are void."""

    seat: Seat | None
    """Seat of the person who opened it; None if unknown."""
    is_own: bool
    """True if this server wrote the file, so that it vouches for the journal."""
    keeps_devices: bool
    """True if the devices in the file still hold their seats."""
    saved_at: Annotated[Millis, is_past]
    """Time at which the file was made, as far as it can be trusted."""


SavingEvent = SaveAgreed | TableSaved | RoomArrived
