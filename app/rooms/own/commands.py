"""The commands of a player about their own seat. The rest of a room's commands are in ``commands``, which names these
too."""

from dataclasses import dataclass

from app.rooms.model.ids import Digest
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Tell the bot that plays in my place what to do and to leave; these orders take the place of all former ones."""

    seat: Seat
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeeDevice:
    """The device that holds this token is there."""

    seat: Seat
    holder: Digest


@dataclass(frozen=True, slots=True)
class RevokeDevices:
    """Let the device of that number hold my seat no longer; None: all but the one that asks."""

    seat: Seat
    device: int | None
    asker: Digest


OwnCommand = GiveOrders | SeeDevice | RevokeDevices
