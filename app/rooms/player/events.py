"""Events about a player's own seat: devices, return links, instructions."""

from typing import Annotated

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, Millis
from app.rooms.schema.bounds import each, is_count, is_soon, is_word
from app.rooms.schema.event import UNTOLD, event
from engine.core.seats import Seat

MOST_INSTRUCTIONS = 16
"""Most instructions in an event, more than any game has."""


@event(record=UNTOLD, for_seat=True)
class ReturnLinkMade:
    """A return link was made, which is good once, until ``until``."""

    seat: Seat
    link: Digest
    until: Annotated[Millis, is_soon]


@event(record=UNTOLD, for_seat=True)
class DeviceAdded:
    """One more device holds the seat; its return link is used up."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@event(record=UNTOLD, for_seat=True)
class SeatLinkMade:
    """A link to the seat was made without its player. Secret.

    It is for the person who opened the room from a file."""

    seat: Seat
    link: Digest
    until: Annotated[Millis, is_soon]


@event(record="seat")
class SeatClaimed:
    """Another device holds the seat, and everybody is told.

    It came by a link that the player did not make, or after one."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@event(record=UNTOLD, for_seat=True)
class DeviceSeen:
    """A device of the seat was in use, for the first time in an hour or more. Secret."""

    seat: Seat
    holder: Digest


@event(record=UNTOLD, for_seat=True)
class DeviceRevoked:
    """A device holds the seat no longer, and the seat's return link is void. Secret."""

    seat: Seat
    holder: Digest


@event(record=UNTOLD, for_seat=True)
class ReturnLinksRevoked:
    """The seat's return link is void, though no device lost the seat. Secret."""

    seat: Seat


@event(record=UNTOLD, for_seat=True)
class InstructionsGiven:
    """The player gave instructions to the bot that plays in their place, now or later.

    These are all of them, by keys of the game. Secret."""

    seat: Seat
    orders: Annotated[tuple[str, ...], each(is_word, MOST_INSTRUCTIONS)]


@event(record=UNTOLD)
class BackAsked:
    """Person without a seat claims to be its player and asks to hold it.

    It would be one more device of the seat."""

    seat: Seat
    holder: Digest
    until: Annotated[Millis, is_soon]
    kind: DeviceKind = "other"


@event(record=UNTOLD)
class BackRefused:
    """Person who asked to hold the seat was turned away."""

    seat: Seat
    by: Seat


@event(record=UNTOLD)
class BackAskExpired:
    """The request of this number to come back ended without an answer."""

    number: Annotated[int, is_count]


PlayerEvent = (
    ReturnLinkMade
    | SeatLinkMade
    | DeviceAdded
    | DeviceSeen
    | DeviceRevoked
    | ReturnLinksRevoked
    | InstructionsGiven
    | SeatClaimed
    | BackAsked
    | BackRefused
    | BackAskExpired
)
