"""What the processes of a server cost: processor time and memory, as the system counts them."""

import os
import subprocess
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> list[int]:
    """A process and all that it started."""
    asked = ("ps", "-o", "pid=", "--ppid", str(pid))
    children = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
    return [pid, *(each for child in children for each in tree(int(child)))]


def cpu_seconds(pids: list[int]) -> float:
    """Processor time they have used so far, in user and in system mode; those that are gone count nothing."""
    used = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        used += int(fields[11]) + int(fields[12])
    return used / TICKS


def memory_kb(pids: list[int]) -> int:
    """What they hold of the memory, pages shared among them counted once."""
    held = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue
        held += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return held


class Meter:
    """The processor time of a server and of this process since its making."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids
        self._server = cpu_seconds(pids)
        self._self = time.process_time()
        self._since = time.monotonic()

    @property
    def server(self) -> float:
        """Seconds of the server's processes."""
        return cpu_seconds(self._pids) - self._server

    @property
    def load(self) -> float:
        """The share of one core that this process itself used: near 1 it measures itself."""
        return (time.process_time() - self._self) / (time.monotonic() - self._since)
