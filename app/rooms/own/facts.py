"""Facts: what is a player's own: the devices that hold the seat, the links that bring one more, and orders for who
plays in their place.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, Millis
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class ReturnLinkMade:
    """A link was made that brings one more device to the seat, once, until ``until``."""

    seat: Seat
    link: Digest
    until: Millis


@dataclass(frozen=True, slots=True)
class DeviceAdded:
    """Another device holds the seat too; the return link it came by is used up."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@dataclass(frozen=True, slots=True)
class SeatLinkMade:
    """A link to the seat was made that its player did not ask for: for whoever opened the room from a file. Secret."""

    seat: Seat
    link: Digest
    until: Millis


@dataclass(frozen=True, slots=True)
class SeatClaimed:
    """Another device holds the seat, and everybody is told: by a link that its player did not make, or after one."""

    seat: Seat
    holder: Digest
    link: Digest
    kind: DeviceKind = "other"


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """A device of the seat was there, for the first time in an hour or more. Secret."""

    seat: Seat
    holder: Digest


@dataclass(frozen=True, slots=True)
class DeviceRevoked:
    """A device holds the seat no longer, and the seat's return link is void. Secret."""

    seat: Seat
    holder: Digest


@dataclass(frozen=True, slots=True)
class ReturnLinksRevoked:
    """The seat's return link is void, though no device lost the seat. Secret."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OrdersGiven:
    """The player told the bot that plays in their place, now or later, what to do and to leave: all of it, by keys of
    the game. Secret."""

    seat: Seat
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BackAsked:
    """Somebody without a seat said to be the player of this one, and asks to hold it with one more device."""

    seat: Seat
    holder: Digest
    until: Millis
    kind: DeviceKind = "other"


@dataclass(frozen=True, slots=True)
class BackRefused:
    """Whoever asked to hold the seat was turned away."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class BackAskExpired:
    """Nobody answered in time whoever asked to come back under this number."""

    number: int


OwnForSeat = ReturnLinkMade | SeatLinkMade | DeviceAdded | DeviceSeen | DeviceRevoked | ReturnLinksRevoked | OrdersGiven
"""Those that only their ``seat`` may know."""

OwnForAll = SeatClaimed | BackAsked | BackRefused | BackAskExpired
"""Those that everybody may know."""

OwnFact = OwnForSeat | OwnForAll
