"""The fold of what the table votes on."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.saving.agreement import MOTION as SAVE
from app.rooms.votes.facts import GameAborted, MotionDropped, VoteCast, VoteFact


def fold(room: Room, fact: VoteFact, at: Millis) -> Room:
    """The room after such a fact."""
    match fact:
        case VoteCast(seat, motion, is_for, is_against):
            votes = room.votes.get(motion, frozenset()) - {seat}
            against = room.against.get(motion, frozenset()) - {seat}
            return replace(
                room,
                votes={**room.votes, motion: votes | {seat} if is_for else votes},
                against={**room.against, motion: against | {seat} if is_against else against},
            )
        case MotionDropped(motion):
            return replace(
                room,
                votes={**room.votes, motion: frozenset()},
                against={**room.against, motion: frozenset()},
                is_save_agreed=room.is_save_agreed and motion != SAVE,
            )
        case GameAborted():
            return replace(room, phase="finished", votes={}, against={}, is_save_agreed=False, paused_at=None)
