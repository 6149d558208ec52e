"""Damaged rooms of this process, which are locked.

A room's journal does not check out, or its host has failed repeatedly. Each is logged once. A restart of the process
tries all of them anew."""

import structlog

from app.live.errors import RoomDamagedError
from app.rooms.model.ids import RoomCode

log = structlog.get_logger(__name__)

MOST_FAILURES = 3
"""Failures of a room's host in a row before the room is locked."""


class Damage:
    """Register of damaged rooms."""

    def __init__(self) -> None:
        self._failures: dict[RoomCode, int] = {}
        self._noted: set[RoomCode] = set()

    def count_failure(self, code: RoomCode, had_worked: bool) -> None:
        """Count a failure of the room's host.

        ``had_worked``: it had done something before."""
        times = 1 if had_worked else self._failures.get(code, 0) + 1
        self._failures[code] = times
        if times >= MOST_FAILURES:
            log.error("room locked", room=code, failures=times)

    def refuse(self, code: RoomCode) -> None:
        """Raise RoomDamagedError for a room whose host has failed too often."""
        if self._failures.get(code, 0) >= MOST_FAILURES:
            raise RoomDamagedError("this room's host has failed again and again")

    def unreadable(self, code: RoomCode, error: Exception) -> RoomDamagedError:
        """Lock a room whose journal does not check out; return its error."""
        if code not in self._noted:
            self._noted.add(code)
            log.error("broken journal", room=code, error=str(error))
        return RoomDamagedError("this room's record does not check out")

    def forget(self, code: RoomCode) -> None:
        """Forget a deleted room."""
        self._failures.pop(code, None)
        self._noted.discard(code)
