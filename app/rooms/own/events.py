"""Events: what is a player's own: the devices that hold the seat, the links that bring one more, and instructions for
who plays in their place."""

from typing import Annotated

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, Millis
from app.rooms.schema.bounds import each, is_count, is_soon, is_word
from app.rooms.schema.event import UNTOLD, event
from engine.core.seats import Seat

MOST_INSTRUCTIONS = 16
"""More instructions than any game knows."""


@event(record=UNTOLD, for_seat=True)
class ReturnLinkMade:
    """A link was made that brings one more device to the seat, once, until ``until``."""

    seat: Seat
    link: Digest
    until: Annotated[Millis, is_soon]


@event(record=UNTOLD, for_seat=True)
class DeviceAdded:
    """Another device holds the seat too; the return link it came by is used up."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@event(record=UNTOLD, for_seat=True)
class SeatLinkMade:
    """A link to the seat was made that its player did not ask for: for whoever opened the room from a file. Secret."""

    seat: Seat
    link: Digest
    until: Annotated[Millis, is_soon]


@event(record="seat")
class SeatClaimed:
    """Another device holds the seat, and everybody is told: by a link that its player did not make, or after one."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@event(record=UNTOLD, for_seat=True)
class DeviceSeen:
    """A device of the seat was there, for the first time in an hour or more. Secret."""

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
    """The player told the bot that plays in their place, now or later, what to do and to leave: all of it, by keys of
    the game. Secret."""

    seat: Seat
    orders: Annotated[tuple[str, ...], each(is_word, MOST_INSTRUCTIONS)]


@event(record=UNTOLD)
class BackAsked:
    """Somebody without a seat said to be the player of this one, and asks to hold it with one more device."""

    seat: Seat
    holder: Digest
    until: Annotated[Millis, is_soon]
    kind: DeviceKind = "other"


@event(record=UNTOLD)
class BackRefused:
    """Whoever asked to hold the seat was turned away."""

    seat: Seat
    by: Seat


@event(record=UNTOLD)
class BackAskExpired:
    """Nobody answered in time whoever asked to come back under this number."""

    number: Annotated[int, is_count]


OwnEvent = (
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
