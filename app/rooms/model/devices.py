"""Devices that hold a seat."""

from typing import Literal

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.values import Frozen
from engine.core.seats import Seat

DeviceKind = Literal["phone", "tablet", "computer", "program", "other"]
"""Coarse kind of a player's device."""

HOUR = Millis(3_600_000)


class Device(Frozen, frozen=True, gc=False):
    """Device that holds a seat."""

    number: int
    """Number of the device among the player's devices at this seat, from 1."""
    holder: Digest
    """SHA-256 of the device's token."""
    kind: DeviceKind
    first_seen: Millis
    last_seen: Millis


class Asker(Frozen, frozen=True, gc=False):
    """Person who asks to hold a seat with one more device, as its player."""

    seat: Seat
    holder: Digest
    kind: DeviceKind
    number: int
    """Number of the request, counted over the room's life."""
    until: Millis
    is_refused: bool = False


def is_use_due(device: Device, now: Millis) -> bool:
    """Return whether the device's presence is worth an event."""
    return now - device.last_seen >= HOUR
