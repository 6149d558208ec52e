"""Events about seating: arrivals, bots, stand-ins, leaving, swaps, removals."""

from typing import Annotated

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest
from app.rooms.schema.bounds import is_name, is_word
from app.rooms.schema.event import event
from engine.core.seats import Seat


@event(record="seat name bot")
class SeatTaken:
    """Person who holds ``holder``, or a bot of a level, sat down."""

    seat: Seat
    name: Annotated[str, is_name]
    holder: Digest | None = None
    """Digest (SHA-256) of the token that holds the seat; None for a bot."""
    bot: Annotated[str, is_word] | None = None
    """Level of the bot; None for a person."""
    kind: DeviceKind = "other"
    """Kind of device that holds the seat."""


@event(record="seat")
class SeatLeft:
    """The player gave the seat up, or the bot was sent away.

    In a running game a stand-in takes over."""

    seat: Seat


@event(record="seat level")
class StandInSet:
    """A bot of that level plays for the seat from now on. None: its player does again."""

    seat: Seat
    level: Annotated[str, is_word] | None
    by: Seat | None = None
    """Seat that asked for it; None for nobody, and for older events."""


@event(record="one other")
class SeatsSwapped:
    """The occupants of two seats changed places; one seat may have been free."""

    one: Seat
    other: Seat


@event(record="seat by")
class SeatRemoved:
    """A host took the seat away from its player.

    In a running game a stand-in takes over."""

    seat: Seat
    by: Seat


@event(record="seat is_away")
class WentAway:
    """The player is away, or back."""

    seat: Seat
    is_away: bool


@event(record="seat name")
class NameChanged:
    """The player goes by another name from now on."""

    seat: Seat
    name: Annotated[str, is_name]


SeatingEvent = SeatTaken | SeatLeft | StandInSet | SeatsSwapped | SeatRemoved | WentAway | NameChanged
