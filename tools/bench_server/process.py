"""Costs of processes as the system counts: processor time, memory, cores."""

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    asked = ("ps", "-o", "pid=", "--ppid", str(pid))
    children = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
    return [pid, *(each for child in children for each in tree(int(child)))]


def has_files(pid: int) -> bool:
    """Return whether a process has open files; one that has ended has none."""
    try:
        return bool(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return False


def cpu_seconds(path: str) -> float:
    """Return the processor time of a process or a thread by its folder in /proc.

    It is user and system time; 0 if it is gone."""
    try:
        fields = Path(f"{path}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kb(pids: Sequence[int]) -> int:
    """Return the memory of the processes, with shared pages counted once."""
    held = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue
        held += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return held


@contextmanager
def pin_cores() -> Iterator[None]:
    """Pin processes started meanwhile to the first core, and this one to the others.

    Nothing happens on a single core."""
    all_cores = os.sched_getaffinity(0)
    first = min(all_cores)
    others = all_cores - {first}
    if others:
        os.sched_setaffinity(0, {first})
    try:
        yield
    finally:
        if others:
            os.sched_setaffinity(0, others)


@contextmanager
def restore_cores() -> Iterator[None]:
    """Restore the present cores of this process at the end."""
    cores = os.sched_getaffinity(0)
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


@dataclass(frozen=True, slots=True)
class ProcessorSeconds:
    """Seconds of processor time."""

    processes: tuple[float, ...]
    """Processor time of each process of the server."""
    main: float
    """Processor time of their main threads; other threads write the journal."""
    database: float
    driver: float
    load: float
    """Share of one core that the driver used: near 1 it measures itself."""

    @property
    def server(self) -> float:
        """Processor time of all its processes."""
        return sum(self.processes)


class Meter:
    """Processor time of a server, its database and this process since its creation.

    The database is given by its first process, because each connection has a process of its own."""

    def __init__(self, server: Sequence[int], database: int | None = None) -> None:
        self._server = server
        self._database = database
        self._database_before = self._read_database()
        self._since = time.monotonic()
        self._before = self._read()

    def spent(self) -> ProcessorSeconds:
        """Return the time spent since then."""
        now = self._read()
        processes, main, driver = (
            tuple(b - a for a, b in zip(*both, strict=True)) for both in zip(self._before, now, strict=True)
        )
        load = driver[0] / (time.monotonic() - self._since)
        before = self._database_before
        database = sum(used - before.get(pid, 0.0) for pid, used in self._read_database().items())
        return ProcessorSeconds(processes, sum(main), database, driver[0], load)

    def _read(self) -> tuple[list[float], ...]:
        return (
            [cpu_seconds(f"/proc/{pid}") for pid in self._server],
            [cpu_seconds(f"/proc/{pid}/task/{pid}") for pid in self._server],
            [time.process_time()],
        )

    def _read_database(self) -> dict[int, float]:
        running = tree(self._database) if self._database else []
        return {pid: cpu_seconds(f"/proc/{pid}") for pid in running}
