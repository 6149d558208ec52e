"""The commands about how people get on with each other at a table. The rest of a room's commands are in ``commands``,
which names these too."""

from dataclasses import dataclass

from app.rooms.model.ids import Millis, RoomCode
from engine.core.plain import Plain
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class ShareHost:
    """Make the target seat a host too, or no longer."""

    seat: Seat
    target: Seat
    is_host: bool


@dataclass(frozen=True, slots=True)
class HandOver:
    """No host has been here for long: the target, who is here, becomes one."""

    target: Seat


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


@dataclass(frozen=True, slots=True)
class Nudge:
    """Nudge the target, whom the table waits for."""

    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Vote:
    """Be for a motion, ``end``, ``restart`` or ``save``, or no longer. The seed and the edition are for the game that
    a restart begins."""

    seat: Seat
    motion: str
    is_for: bool
    seed: str
    edition: Plain


@dataclass(frozen=True, slots=True)
class SetUpAnew:
    """Go back to the lobby after a game, for the same game or another."""

    seat: Seat
    game: str | None


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give another seat more time."""

    seat: Seat
    target: Seat
    span: Millis


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Take the room as a file. The file is made of the journal that tells of it."""

    seat: Seat


TableOfSeat = ShareHost | SwapSeats | Remove | Lock | ChangeJoinKey | GoAway | Vote | SetUpAnew | GiveTime | SaveTable
TableCommand = TableOfSeat | HandOver
"""Commands about how the people at the table get on with each other."""
