"""Commands: what is a player's own: the devices that hold the seat, the links that bring one more, and orders for who
plays in their place."""

from dataclasses import dataclass

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, Millis
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class MakeReturnLink:
    """Make a link that brings one more device to my seat."""

    seat: Seat
    link: Digest
    until: Millis


@dataclass(frozen=True, slots=True)
class RevokeDevices:
    """Let the device of that number hold my seat no longer; None: all but the one that asks."""

    seat: Seat
    device: int | None
    asker: Digest


@dataclass(frozen=True, slots=True)
class SeeDevice:
    """The device that holds this token is there."""

    seat: Seat
    holder: Digest


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Tell the bot that plays in my place what to do and to leave; these orders take the place of all former ones."""

    seat: Seat
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddDevice:
    """Hold the seat of the return link with another device."""

    link: Digest
    holder: Digest
    kind: DeviceKind = "other"


OwnOfSeat = MakeReturnLink | RevokeDevices | SeeDevice | GiveOrders
"""Those that only the player of their ``seat`` can give."""

OwnCommand = OwnOfSeat | AddDevice
