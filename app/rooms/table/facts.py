"""Facts: how people get on with each other at a table: places, locks, removals, who is away.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import RoomCode
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """Whoever sat on either seat sits on the other now; one of them may have been free."""

    one: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class SeatRemoved:
    """A host took the seat away from its player. In a running game a stand-in goes on for it."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class RoomLocked:
    """Nobody new may sit down, or may again."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class JoinKeyChanged:
    """The join link has a new key; the old link is void. So are the old code and the old watchers' link, where new ones
    are named."""

    key: str
    code: RoomCode | None = None
    """What is typed in to join from now on; None: as before."""
    watch_key: str | None = None
    """The new secret of the watchers' link; None: as before."""


@dataclass(frozen=True, slots=True)
class WentAway:
    """The player says: I am away, or: I am back."""

    seat: Seat
    is_away: bool


TableForAll = SeatsSwapped | SeatRemoved | RoomLocked | JoinKeyChanged | WentAway
"""Those that everybody may know."""

TableFact = TableForAll
