"""Commands: what is a player's own: the devices that hold the seat, the links that bring one more, and instructions
for who plays in their place."""

from typing import Annotated

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest, Millis, RoomCode
from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import FILLED, FromSeat, Key, Number, On, Target
from engine.core.seats import Seat


class MakeReturnLink(FromSeat, frozen=True, tag="return_link"):
    """Make a link that brings one more device to my seat."""

    link: Annotated[Digest, FILLED]
    until: Annotated[Millis, FILLED]


class RevokeDevices(FromSeat, frozen=True, tag="revoke"):
    """Let the device of that number hold my seat no longer; None: all but the one that asks."""

    device: Number | None
    asker: Annotated[Digest, FILLED]


class SeeDevice(FromSeat, frozen=True):
    """The device that holds this token is there."""

    holder: Digest


class GiveInstructions(FromSeat, frozen=True, tag="instructions"):
    """Tell the bot that plays in my place what to do and to leave; these instructions take the place of all former
    ones."""

    instructions: Annotated[tuple[Key, ...], Meta(max_length=16)]


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


class AnswerAsker(FromSeat, frozen=True, tag="let_back"):
    """Let the device that asks hold the target seat, or turn it away. ``number`` tells which asker was meant,
    ``present`` are the people who are here."""

    target: Target
    number: Number
    is_welcome: On
    present: Annotated[tuple[Seat, ...], FILLED] = ()


class ExpireAsker(Frozen, frozen=True):
    """End the ask of that number whose time is up."""

    number: int


OwnCommand = (
    MakeReturnLink | RevokeDevices | SeeDevice | GiveInstructions | AnswerAsker | AddDevice | AskBack | ExpireAsker
)
