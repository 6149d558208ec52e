"""Rooms of this process that are locked because nothing can be done with them: whose journal does not check out, or
whose host has failed again and again. Each is logged once. A restart of the process looks at all of them anew."""

import structlog

from app.live.errors import RoomDamagedError
from app.rooms.model.ids import RoomCode

log = structlog.get_logger(__name__)

MOST_FAILURES = 3
"""So often in a row a room's host fails before the room is locked."""


class Damage:
    """What is known of damaged rooms."""

    def __init__(self) -> None:
        self._failures: dict[RoomCode, int] = {}
        self._noted: set[RoomCode] = set()

    def failed(self, code: RoomCode, had_worked: bool) -> None:
        """The room's host failed. ``had_worked``: not at once, but after it had done something."""
        times = 1 if had_worked else self._failures.get(code, 0) + 1
        self._failures[code] = times
        if times >= MOST_FAILURES:
            log.error("room locked", room=code, failures=times)

    def refuse(self, code: RoomCode) -> None:
        """Raises RoomDamagedError for a room whose host has failed too often."""
        if self._failures.get(code, 0) >= MOST_FAILURES:
            raise RoomDamagedError("this room's host has failed again and again")

    def unreadable(self, code: RoomCode, error: Exception) -> RoomDamagedError:
        """The room's journal does not check out."""
        if code not in self._noted:
            self._noted.add(code)
            log.error("broken journal", room=code, error=str(error))
        return RoomDamagedError("this room's record does not check out")

    def forget(self, code: RoomCode) -> None:
        """The room is gone."""
        self._failures.pop(code, None)
        self._noted.discard(code)
