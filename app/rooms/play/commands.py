"""Commands about the games of a room: beginning, pauses, extra time, end."""

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen
from app.rooms.schema.command import ClubSeed, Edition, FromSeat, Number, Options, Seed, Target


class Begin(FromSeat, frozen=True, tag="begin"):
    """Begin the game with everybody seated."""

    seed: Seed
    edition: Edition
    options: Options | None = None
    club: ClubSeed = ""


class Again(FromSeat, frozen=True, tag="again"):
    """Play once more with the same options.

    Everybody keeps their seat, or moves on by one. ``same`` deals the last game's cards once more."""

    seed: Seed
    edition: Edition
    rotate: bool = False
    same: bool = False
    club: ClubSeed = ""


class Pause(FromSeat, frozen=True, tag="pause"):
    """Pause the game."""


class Resume(FromSeat, frozen=True, tag="resume"):
    """Resume the game."""


class GiveTime(FromSeat, frozen=True, tag="give_time"):
    """Give another seat more time."""

    target: Target
    seconds: Number


class CreditOutage(Frozen, frozen=True):
    """Give back the time of a server outage that began at ``since``."""

    span: Millis
    since: Millis


PlayCommand = Begin | Again | Pause | Resume | GiveTime | CreditOutage
