"""What time it is. Spans are measured by what has passed, never by two looks at the clock on the wall, which is set now
and then: by hand, by a time server, by a machine that finds out after its start how late it is.

The wall says where a process begins, so that what its journal says can be read as a date, and nothing after that."""

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
    """What the clock on the wall shows."""
    return Millis(time.time_ns() // 1_000_000)


def passed() -> Millis:
    """How much time has passed since some moment or other. It never goes back."""
    return Millis(_passed_ns() // 1_000_000)


class SteadyClock:
    """The time of one process: what the wall showed at its start, and what has passed since. Whoever sets the clock on
    the wall moves it neither way."""

    def __init__(self, wall: Now = wall_clock, passed: Now = passed) -> None:
        self._passed = passed
        self._began = wall() - passed()

    def __call__(self) -> Millis:
        return Millis(self._began + self._passed())


class RoomClock:
    """The time of one room in this process: the process's own, or as far ahead of it as the room's journal is. A server
    that was started again after its clock was set back, or beside others whose clocks are ahead, goes on from the
    journal's last moment."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._ahead = 0

    def __call__(self) -> Millis:
        return Millis(self._now() + self._ahead)

    def reach(self, at: Millis) -> Millis:
        """The room has come to that moment: no earlier one comes after it. What time it is in the room then."""
        now = self._now()
        self._ahead = max(self._ahead, at - now)
        return Millis(now + self._ahead)

    def of_process(self, moment: Millis | None) -> Millis | None:
        """That moment of the room as the process counts it; None and SOME_DAY stay what they are."""
        return moment if moment is None or moment >= SOME_DAY else Millis(moment - self._ahead)
