"""Facts: who sits where: sitting down, bots, stand-ins, leaving.

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


SeatingForAll = SeatTaken | SeatLeft | StandInSet
"""Those that everybody may know."""

SeatingFact = SeatingForAll
