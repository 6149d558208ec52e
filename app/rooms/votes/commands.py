"""Commands: what the table votes on while a game runs."""

from app.rooms.model.values import Frozen
from engine.core.plain import Plain
from engine.core.seats import Seat


class Vote(Frozen, frozen=True):
    """Vote for a motion (see ``decide.MOTIONS``), against it, or withdraw the vote.

    ``seed`` and ``edition`` are for the game that the vote may begin."""

    seat: Seat
    motion: str
    is_for: bool
    seed: str
    edition: Plain
    is_against: bool = False


VoteOfSeat = Vote
"""All of them can only be given by the player of their ``seat``."""

VoteCommand = VoteOfSeat
