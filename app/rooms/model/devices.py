"""The devices that hold a seat."""

from typing import Literal

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.values import Frozen
from engine.core.seats import Seat

DeviceKind = Literal["phone", "tablet", "computer", "program", "other"]
"""What sort of thing a player sits at, as coarse as that."""

HOUR = Millis(3_600_000)


class Device(Frozen, frozen=True, gc=False):
    """A device that holds a seat."""

    number: int
    """Counts up over the devices of a player at this seat, 1 for the one that sat down."""
    holder: Digest
    """SHA-256 of its token."""
    kind: DeviceKind
    first_seen: Millis
    last_seen: Millis


class Asker(Frozen, frozen=True, gc=False):
    """Somebody who says to be the player of a seat, and asks to hold it with one more device."""

    seat: Seat
    holder: Digest
    kind: DeviceKind
    number: int
    """Counts up over the room's life."""
    until: Millis
    is_refused: bool = False


def is_news(device: Device, now: Millis) -> bool:
    """Whether it is worth an event that the device is there."""
    return now - device.last_seen >= HOUR
