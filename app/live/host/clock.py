"""Clocks, which measure spans by elapsed time and not by the wall clock.

The wall clock is set now and then: by hand, by a time server, after a late start. It says only where a process
begins, so that times in the journal can be read as dates."""

import sys
import time
from collections.abc import Callable
from functools import partial

from app.rooms.model.clocks import SOME_DAY
from app.rooms.model.ids import Millis

Now = Callable[[], Millis]

Took = Callable[[float], None]
"""Told how many seconds something took."""

_passed_ns: Callable[[], int]
if sys.platform == "win32":
    _passed_ns = time.monotonic_ns
else:
    _passed_ns = partial(time.clock_gettime_ns, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
"""Where there is one, the clock that goes on while the machine sleeps: what was slept is noticed, and given back.
Windows has no other."""


def wall_clock() -> Millis:
    """Return the time of the wall clock."""
    return Millis(time.time_ns() // 1_000_000)


def read_elapsed_time() -> Millis:
    """Return elapsed time since some fixed moment. It never goes back."""
    return Millis(_passed_ns() // 1_000_000)


class SteadyClock:
    """Clock of one process: the wall clock at its start plus elapsed time.

    Setting the wall clock does not move it."""

    def __init__(self, wall: Now = wall_clock, elapsed: Now = read_elapsed_time) -> None:
        self._passed = elapsed
        self._began = wall() - elapsed()

    def __call__(self) -> Millis:
        return Millis(self._began + self._passed())


class RoomClock:
    """Clock of one room in this process, never behind the room's journal.

    A restarted server's clock may have been set back, or another process's clock may be ahead. Then the room goes on
    from the journal's last time."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._ahead = 0

    def __call__(self) -> Millis:
        return Millis(self._now() + self._ahead)

    def reach(self, at: Millis) -> Millis:
        """Advance the clock to a time that the room has reached; return the room's time."""
        now = self._now()
        self._ahead = max(self._ahead, at - now)
        return Millis(now + self._ahead)

    def to_process_time(self, moment: Millis | None) -> Millis | None:
        """Return a room's time as the process counts it. None and SOME_DAY stay the same."""
        return moment if moment is None or moment >= SOME_DAY else Millis(moment - self._ahead)
