"""Events about players' identity: marks chosen, exchanged and asked for."""

from app.rooms.model.identity import Mark
from app.rooms.schema.event import event
from engine.core.seats import Seat

__all__ = ["IdentityChosen", "IdentityEvent", "IdentityWished"]
"""Events about identity."""


@event(record="seat mark")
class IdentityChosen:
    """The player has that colour or crest from now on, and wishes for no other.

    Whoever had it has the player's former one."""

    seat: Seat
    mark: Mark


@event(record="seat mark")
class IdentityWished:
    """The player would like to have that colour or crest, which another person has."""

    seat: Seat
    mark: Mark


IdentityEvent = IdentityChosen | IdentityWished
