"""Processes that this one has started, and their costs.

They are found through /proc, where the system has one."""

import ctypes
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_SET_CHILD_SUBREAPER = 36
"""Option of prctl(2)."""


def descendants(process: int) -> dict[int, float]:
    """Find all descendants of a process.

    Return their processor seconds by process id. A process includes its ended children."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # a process may end while it is read
        with suppress(OSError):
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            number = int(stat.parent.name)
            parents[number] = int(fields[1])
            seconds[number] = sum(map(int, fields[11:15])) / _TICKS
    family = {process}
    while found := {number for number, parent in parents.items() if parent in family and number not in family}:
        family |= found
    return {number: seconds[number] for number in family if number != process and number in seconds}


def adopt_orphans() -> None:
    """Become the parent of all orphans below, so that ``descendants`` finds them.

    It does nothing on a system without that feature."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_descendants() -> None:
    """Kill all processes that this one has started, late ones included."""
    while found := [number for number in descendants(os.getpid()) if not _is_reaped(number)]:
        for number in found:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.01)


def _is_reaped(number: int) -> bool:
    """Return whether this was a child of this process that has ended."""
    with suppress(ChildProcessError):
        return os.waitpid(number, os.WNOHANG)[0] == number
    return False
