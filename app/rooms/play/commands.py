"""Commands: the games of a room: begun, rested, given time, ended."""

from dataclasses import dataclass

from app.rooms.model.ids import Millis
from engine.core.plain import Plain
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the game with everybody seated."""

    seat: Seat
    seed: str
    edition: Plain
    options: dict[str, Plain] | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """Play once more with the same seats and options, or with everybody one seat further."""

    seat: Seat
    seed: str
    edition: Plain
    rotate: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Let the table rest."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the table go on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give another seat more time."""

    seat: Seat
    target: Seat
    span: Millis


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """Give back the time the server was away, which it was from ``since`` on."""

    span: Millis
    since: Millis


PlayOfSeat = Begin | Again | Pause | Resume | GiveTime
"""Those that only the player of their ``seat`` can give."""

PlayCommand = PlayOfSeat | CreditOutage
