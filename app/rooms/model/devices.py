"""Devices that hold a seat."""

from typing import Literal

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.values import Frozen
from engine.core.seats import Seat

DeviceKind = Literal["phone", "tablet", "computer", "program", "other"]
"""Coarse kind of a player's device."""

WhyGone = Literal["left", "removed", "revoked"]
"""Reason why a device lost its seat: player left, player removed, device revoked."""

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


class LostDevice(Frozen, frozen=True, gc=False):
    """Device that lost its seat, and the reason."""

    holder: Digest
    why: WhyGone


def is_use_due(device: Device, now: Millis) -> bool:
    """Return whether the device's presence is worth an event."""
    return now - device.last_seen >= HOUR


class Screen(Frozen, frozen=True, gc=False):
    """Screen that shows the table to everybody in a room."""

    number: int
    """Number of the screen, counted over the room's life."""
    holder: Digest
    """SHA-256 of the screen's token."""
    person: int
    """Number of the player who admitted it."""


class ScreenAsk(Frozen, frozen=True, gc=False):
    """Screen that asks to show the table."""

    number: int
    holder: Digest
    at: Millis
    is_answered: bool = False


class Screens(Frozen, frozen=True, gc=False):
    """Screens of a room."""

    shown: tuple[Screen, ...] = ()
    so_far: int = 0
    """Number of screens that asked or were shown so far."""
    ask: ScreenAsk | None = None
    """Last screen that asked and is not shown."""
    hides_code: bool = False
    """True if the screens do not show the code of the table."""


class Claim(Frozen, frozen=True, gc=False):
    """Announced arrival of a device at a seat."""

    name: str
    """Name of the seat's player."""
    at: Millis
    devices: int
    """Number of devices that the seat had from then on."""


class ReturnLink(Frozen, frozen=True, gc=False):
    """Return link, which brings one more device to a seat."""

    seat: Seat
    link: Digest
    until: Millis
    is_told: bool = False
    """True if its use is announced to everybody: the seat's player did not make it."""
