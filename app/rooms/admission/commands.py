"""Commands: who may come in: the lock, the link and the code."""

from dataclasses import dataclass

from app.rooms.model.ids import RoomCode
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Lock:
    """Let nobody new sit down, or again."""

    seat: Seat
    is_locked: bool


@dataclass(frozen=True, slots=True)
class ChangeJoinKey:
    """Make the join link a new one with ``key``, and ``code`` what is typed in to join."""

    seat: Seat
    key: str
    code: RoomCode


AdmissionOfSeat = Lock | ChangeJoinKey
"""Both can only be given by the player of their ``seat``."""

AdmissionCommand = AdmissionOfSeat
