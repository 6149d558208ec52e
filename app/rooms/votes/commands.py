"""Commands: what the table votes on while a game runs."""

from app.rooms.model.values import Frozen
from engine.core.plain import Plain
from engine.core.seats import Seat


class Vote(Frozen, frozen=True):
    """Be for a motion, ``end``, ``restart`` or ``save``, or no longer. The seed and the edition are for the game that
    a restart begins."""

    seat: Seat
    motion: str
    is_for: bool
    seed: str
    edition: Plain


VoteOfSeat = Vote
"""All of them can only be given by the player of their ``seat``."""

VoteCommand = VoteOfSeat
