"""Commands: the games of a room: begun, rested, given time, ended."""

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen
from app.rooms.schema.command import Edition, FromSeat, Number, Options, Seed, Target


class Begin(FromSeat, frozen=True, tag="begin"):
    """Begin the game with everybody seated."""

    seed: Seed
    edition: Edition
    options: Options | None = None


class Again(FromSeat, frozen=True, tag="again"):
    """Play once more with the same seats and options, or with everybody one seat further."""

    seed: Seed
    edition: Edition
    rotate: bool = False


class Pause(FromSeat, frozen=True, tag="pause"):
    """Let the table rest."""


class Resume(FromSeat, frozen=True, tag="resume"):
    """Let the table go on."""


class GiveTime(FromSeat, frozen=True, tag="give_time"):
    """Give another seat more time."""

    target: Target
    seconds: Number


class CreditOutage(Frozen, frozen=True):
    """Give back the time the server was away, which it was from ``since`` on."""

    span: Millis
    since: Millis


PlayCommand = Begin | Again | Pause | Resume | GiveTime | CreditOutage
