"""The process that reads one room's file: ``python -m app.records.file_process``.

Whoever brings a file may be hostile, and to parse JSON is one call that keeps the interpreter's lock. So a server
starts this process for each file. It has so much memory and processor time, lets everybody else on the machine go
first, says nothing but its answer, and ends with its answer or with whoever started it."""

import os
import signal
import sys
from contextlib import suppress
from threading import Thread
from typing import IO

from app.records.child_process import READY, put, take, take_over_output
from app.records.file_answers import answer, read_question

if sys.platform != "win32":
    import resource

COMMAND = (sys.executable, "-m", "app.records.file_process")
"""What a server starts."""

MEMORY_BYTES = 256 * 1024 * 1024
"""Twice what the longest evening takes."""

CPU_S, CPU_S_PER_MIB = 5, 2
"""How much processor time a file may take, by its length: ten times what the longest evening takes on a computer of our
days, for a small one is slower by so much."""

NICE = 5
"""Whoever brings a file in can wait for those who play, as bots do."""


def main() -> None:
    """Answer one question."""
    # Ctrl-C is meant for whoever started this, and reaches both
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = take_over_output()
    put(answers, READY)
    message = take(sys.stdin.buffer)
    if message is None:
        return
    set_limits(len(message))
    # a thread of its own: in the midst of a file, too, it is heard that nobody waits for it any more
    Thread(target=_end_with, args=(sys.stdin.buffer,), daemon=True).start()
    put(answers, answer(read_question(message)))


def cpu_seconds(length: int) -> int:
    """How much processor time a file of so many bytes may take."""
    return CPU_S + CPU_S_PER_MIB * -(-length // 2**20)


def set_limits(length: int) -> None:
    """Bound what this process may take for a file of so many bytes, where the system can. On Windows there is only its
    priority, which whoever starts it sets, and how long that one waits."""
    if sys.platform != "win32":
        os.nice(NICE)
        # what it allocates; the address space would count the files that libraries map as well
        _limit(resource.RLIMIT_DATA, MEMORY_BYTES)
        _limit(resource.RLIMIT_CPU, cpu_seconds(length))
        # a passphrase is in its memory
        _limit(resource.RLIMIT_CORE, 0)


def _limit(which: int, most: int) -> None:
    if sys.platform != "win32":
        # where less is allowed already, or the system knows no such limit, that stays
        with suppress(ValueError, OSError):
            resource.setrlimit(which, (most, most))


def _end_with(asked: IO[bytes]) -> None:
    asked.read(1)
    os._exit(0)


if __name__ == "__main__":
    main()
