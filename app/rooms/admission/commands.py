"""Commands: who may come in: the lock, the link and the code."""

from app.rooms.model.ids import RoomCode
from app.rooms.model.values import Frozen
from engine.core.seats import Seat


class Lock(Frozen, frozen=True):
    """Let nobody new sit down, or again."""

    seat: Seat
    is_locked: bool


class ChangeJoinKey(Frozen, frozen=True):
    """Make the join link a new one with ``key``, and ``code`` what is typed in to join."""

    seat: Seat
    key: str
    code: RoomCode


AdmissionOfSeat = Lock | ChangeJoinKey
"""Both can only be given by the player of their ``seat``."""

AdmissionCommand = AdmissionOfSeat
