"""Commands: what is a player's own: the devices that hold the seat, the links that bring one more, and orders for who
plays in their place."""

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, Millis, RoomCode
from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class MakeReturnLink(Frozen, frozen=True):
    """Make a link that brings one more device to my seat."""

    seat: Seat
    link: Digest
    until: Millis


class RevokeDevices(Frozen, frozen=True):
    """Let the device of that number hold my seat no longer; None: all but the one that asks."""

    seat: Seat
    device: int | None
    asker: Digest


class SeeDevice(Frozen, frozen=True):
    """The device that holds this token is there."""

    seat: Seat
    holder: Digest


class GiveOrders(Frozen, frozen=True):
    """Tell the bot that plays in my place what to do and to leave; these orders take the place of all former ones."""

    seat: Seat
    orders: tuple[str, ...]


class AddDevice(Frozen, frozen=True):
    """Hold the seat of the return link with another device."""

    link: Digest
    holder: Digest
    kind: DeviceKind = "other"


class AskBack(Frozen, frozen=True):
    """Say that I am the player of the target seat, and ask the table to let this device hold it. ``key`` is that of the
    join link; None: ``code`` was typed in, which is enough while the game has not begun."""

    target: Seat
    name: str
    """Who I say I am: another player may sit there by now."""
    holder: Digest
    key: str | None
    kind: DeviceKind = "other"
    code: RoomCode | None = None


class AnswerAsker(Frozen, frozen=True):
    """Let the device that asks hold the target seat, or turn it away. ``number`` tells which asker was meant,
    ``present`` are the people who are here."""

    seat: Seat
    target: Seat
    number: int
    is_welcome: bool
    present: tuple[Seat, ...] = ()


class ExpireAsker(Frozen, frozen=True):
    """End the ask of that number whose time is up."""

    number: int


OwnOfSeat = MakeReturnLink | RevokeDevices | SeeDevice | GiveOrders | AnswerAsker
"""Those that only the player of their ``seat`` can give."""

OwnCommand = OwnOfSeat | AddDevice | AskBack | ExpireAsker
