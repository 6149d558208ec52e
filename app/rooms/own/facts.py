"""The facts about a seat that only its player may know. The rest of a room's facts are in ``facts``, which names these
too.

What is said there of names and fields holds here."""

from dataclasses import dataclass
from typing import Literal

from app.rooms.model.ids import Digest
from engine.core.seats import Seat

DeviceKind = Literal["phone", "tablet", "computer", "program", "other"]
"""What sort of thing a player sits at, as coarse as that."""


@dataclass(frozen=True, slots=True)
class OrdersGiven:
    """The player told the bot that plays in their place, now or later, what to do and to leave: all of it, by keys of
    the game. Secret."""

    seat: Seat
    orders: tuple[str, ...]


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
