"""Commands about a player's own seat: devices, return links, instructions."""

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
    """Revoke the device of that number; None for all but the sender's."""

    device: Number | None
    asker: Annotated[Digest, FILLED]


class SeeDevice(FromSeat, frozen=True):
    """Record that the device with this token is in use."""

    holder: Digest


class GiveInstructions(FromSeat, frozen=True, tag="instructions"):
    """Replace all instructions to the bot that plays in my place."""

    instructions: Annotated[tuple[Key, ...], Meta(max_length=16)]


class AddDevice(Frozen, frozen=True):
    """Hold the seat of the return link with another device."""

    link: Digest
    holder: Digest
    kind: DeviceKind = "other"


class AskBack(Frozen, frozen=True):
    """Claim to be the player of the target seat, and ask to hold it with this device.

    ``key`` is that of the join link. None means that ``code`` was typed in, which is enough before the game begins."""

    target: Seat
    name: str
    """Name of the player that the sender claims to be.

    Another one may sit there by now."""
    holder: Digest
    key: str | None
    kind: DeviceKind = "other"
    code: RoomCode | None = None


class AnswerAsker(FromSeat, frozen=True, tag="let_back"):
    """Let the asking device hold the target seat, or turn it away.

    ``number`` is the number of the asker, ``present`` the people who are here."""

    target: Target
    number: Number
    is_welcome: On
    present: Annotated[tuple[Seat, ...], FILLED] = ()


class ExpireAsker(Frozen, frozen=True):
    """End the request of that number, whose time is up."""

    number: int


PlayerCommand = (
    MakeReturnLink | RevokeDevices | SeeDevice | GiveInstructions | AnswerAsker | AddDevice | AskBack | ExpireAsker
)
