"""Commands: how people get on with each other at a table: places, locks, removals, who is away."""

from dataclasses import dataclass

from app.rooms.model.ids import RoomCode
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """Let two seats change places, or move to a free one."""

    seat: Seat
    one: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the seat away from its player, and make void what they know of the room: a join link with ``key``, ``code``
    to be typed in, a watchers' link with ``watch_key`` take the place of the old ones."""

    seat: Seat
    target: Seat
    key: str
    code: RoomCode
    watch_key: str


@dataclass(frozen=True, slots=True)
class Lock:
    """Let nobody new sit down, or again."""

    seat: Seat
    is_locked: bool


@dataclass(frozen=True, slots=True)
class ChangeJoinKey:
    """Make the join link a new one with ``key``, and ``code`` what is typed in to join."""

    seat: Seat
    key: str
    code: RoomCode


@dataclass(frozen=True, slots=True)
class GoAway:
    """Say that I am away, or back."""

    seat: Seat
    is_away: bool


TableOfSeat = SwapSeats | Remove | Lock | ChangeJoinKey | GoAway
"""All of them can only be given by the player of their ``seat``."""

TableCommand = TableOfSeat
