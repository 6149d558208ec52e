"""Limits of a process's rooms: the growth of journals, the pace of bots."""

from app.live.host.host import RoomHost
from app.live.host.pace import Pace, Turns
from app.live.thinking.pending_answer import BotProcess
from app.rooms.budget.bounds import Budget


class RoomLimits:
    """Limits of all rooms of a process. Without any, as in tests, nothing is limited."""

    def __init__(self, budget: Budget | None = None, pace: Pace | None = None) -> None:
        """``budget``: what people may add to a journal.

        ``pace``: of rooms with bots alone."""
        self._budget = budget
        self._pace = pace or Pace()
        self._turns = Turns(self._pace.gap_s)

    def apply(self, host: RoomHost, thinking: BotProcess | None) -> None:
        """Limit a room that has just come to life; ``thinking``: where its bots think."""
        host.ownership.pending_bot_moves.place = thinking
        host.budget = self._budget
        host.ownership.pace = self._pace
        host.ownership.turns = self._turns
