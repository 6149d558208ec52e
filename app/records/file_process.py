"""Process that reads one room's file: ``python -m app.records.file_process``.

A file may be hostile, and parsing JSON is one call that keeps the interpreter's lock. So a server starts this
process for each file. It has limited memory and processor time and a low priority. It writes nothing but its answer,
and ends with the answer or with its parent."""

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
"""Command that a server starts."""

MEMORY_BYTES = 256 * 1024 * 1024
"""Twice what the longest evening takes."""

CPU_S, CPU_S_PER_MIB = 5, 2
"""Seconds of processor time for a file, and for each MiB of it.

They are ten times what the longest evening takes on a current computer, for slow ones."""

NICE = 5
"""Niceness: an import yields to those who play, as bots do."""


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
    """Return the seconds of processor time for a file of so many bytes."""
    return CPU_S + CPU_S_PER_MIB * -(-length // 2**20)


def set_limits(length: int) -> None:
    """Limit this process for a file of so many bytes, where the system can.

    On Windows only its priority and the parent's timeout limit it."""
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
