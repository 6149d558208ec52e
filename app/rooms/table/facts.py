"""The facts of how a table is set up and agreed upon. The rest of a room's facts are in ``facts``, which names these
too.

What is said there of names and fields holds here."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber, Millis, RoomCode
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class HostAdded:
    """One more seat is a host."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostGone:
    """The seat is a host no longer; others are."""

    seat: Seat


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


@dataclass(frozen=True, slots=True)
class VoteCast:
    """The player is for the motion (``end``, ``restart``, ``save``), or no longer."""

    seat: Seat
    motion: str
    is_for: bool


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The table ended the game before its end. Its seed is public."""

    number: int


@dataclass(frozen=True, slots=True)
class BackToLobby:
    """The table is set up anew for that game; seats that were given up are free."""

    game: str


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The seat has so much more time, in this game's bank."""

    seat: Seat
    span: Millis
    by: Seat


@dataclass(frozen=True, slots=True)
class SaveAgreed:
    """The table agreed that the running game is saved as a file, once, before the cards of that ask are opened."""

    ask: AskNumber


@dataclass(frozen=True, slots=True)
class TableSaved:
    """The seat took the room as a file, with all that is hidden in it."""

    seat: Seat
