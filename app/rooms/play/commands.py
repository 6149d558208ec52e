"""Commands: the games of a room: begun, rested, given time, ended."""

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen
from engine.core.plain import Plain
from engine.core.seats import Seat


class Begin(Frozen, frozen=True):
    """Begin the game with everybody seated."""

    seat: Seat
    seed: str
    edition: Plain
    options: dict[str, Plain] | None = None


class Again(Frozen, frozen=True):
    """Play once more with the same seats and options, or with everybody one seat further."""

    seat: Seat
    seed: str
    edition: Plain
    rotate: bool = False


class Pause(Frozen, frozen=True):
    """Let the table rest."""

    seat: Seat


class Resume(Frozen, frozen=True):
    """Let the table go on."""

    seat: Seat


class GiveTime(Frozen, frozen=True):
    """Give another seat more time."""

    seat: Seat
    target: Seat
    span: Millis


class CreditOutage(Frozen, frozen=True):
    """Give back the time the server was away, which it was from ``since`` on."""

    span: Millis
    since: Millis


PlayOfSeat = Begin | Again | Pause | Resume | GiveTime
"""Those that only the player of their ``seat`` can give."""

PlayCommand = PlayOfSeat | CreditOutage
