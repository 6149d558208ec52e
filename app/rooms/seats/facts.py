"""Facts: who sits where: sitting down, bots, stand-ins, leaving, places changed, removals, who is away.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import Digest
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down: a person who holds ``holder``, or a bot of a level."""

    seat: Seat
    name: str
    holder: Digest | None = None
    """SHA-256 of the token that holds the seat; None for a bot."""
    bot: str | None = None
    """The bot's level; None for a person."""
    kind: DeviceKind = "other"
    """What holds it."""


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The player gave the seat up, or the bot was sent away. In a running game a stand-in goes on for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StandInSet:
    """A bot of that level plays for the seat from now on; None: its player does again."""

    seat: Seat
    level: str | None
    by: Seat | None = None
    """Who wished it; None: nobody did, or it came to pass before that was kept."""


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
class WentAway:
    """The player says: I am away, or: I am back."""

    seat: Seat
    is_away: bool


@dataclass(frozen=True, slots=True)
class NameChanged:
    """The player goes by another name from now on."""

    seat: Seat
    name: str


SeatingForAll = SeatTaken | SeatLeft | StandInSet | SeatsSwapped | SeatRemoved | WentAway | NameChanged
"""Those that everybody may know."""

SeatingFact = SeatingForAll
