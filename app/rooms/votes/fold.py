"""The fold of what the table votes on."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.votes.facts import GameAborted, VoteCast, VoteFact


def fold(room: Room, fact: VoteFact, at: Millis) -> Room:
    """The room after such a fact."""
    match fact:
        case VoteCast(seat, motion, is_for):
            votes = room.votes.get(motion, frozenset())
            votes = votes | {seat} if is_for else votes - {seat}
            return replace(room, votes={**room.votes, motion: votes})
        case GameAborted():
            return replace(room, phase="finished", votes={}, is_save_agreed=False, paused_at=None)
