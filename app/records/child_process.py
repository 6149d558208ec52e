"""Child process that reads one room's file, and the messages it is spoken to by.

Each message has its length before it. The process is a program of its own and ends itself at its limits: a pool would
be lost with it, and its queue may hang when a process ends while 8 MiB are on their way there."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import IO

HOME = Path(__file__).resolve().parents[2]
"""Folder that holds ``app``, in a checkout or an installed program."""

OURS = "SIGNET_"
"""Prefix of the settings. The child process gets none of them but the editions."""

READY = b"ready"
"""The first message of a process that answers: from then on it can be asked."""

LENGTH = 4
"""Bytes of a message's length prefix."""


class ChildProcess:
    """Process that answers one question.

    ``start`` and ``ask`` block and belong to one thread; ``kill`` may come from any."""

    def __init__(self, command: Sequence[str]) -> None:
        """``command``: the program that answers as ``app.records.file_process`` does."""
        self._command = tuple(command)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process; None when none runs."""
        process = self._process
        return process.pid if process is not None else None

    def start(self) -> bool:
        """Start the process; return whether it is ready to be asked."""
        try:
            with self._lock:
                if self._is_closed:
                    return False
                process = self._process = _start_process(self._command)
        except OSError:
            return False
        return process.stdout is not None and take(process.stdout) == READY

    def ask(self, question: bytes) -> bytes | None:
        """Return the answer of the process that was started; None when it ended instead."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return None
        try:
            put(process.stdin, question)
            return take(process.stdout)
        except OSError:
            return None

    def kill(self) -> None:
        """End the process in the midst of whatever it does. None is started any more."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()

    def reap(self) -> None:
        """End and reap the process, if one runs. Call this in the thread that asks it."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)


def put(stream: IO[bytes], message: bytes) -> None:
    """Write a message. Raises OSError when the pipe is closed."""
    stream.write(len(message).to_bytes(LENGTH, "big"))
    # a message of its own: joined to its length, a long one would be in memory twice
    stream.write(message)
    stream.flush()


def take(stream: IO[bytes]) -> bytes | None:
    """Wait for the next message; return None at the end or for a truncated message."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    return message if len(message) == length else None


def take_over_output() -> IO[bytes]:
    """Return the stream for answers. Discard all other output: it could be secret."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return answers


def _start_process(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(  # noqa: S603 - our own program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(os.environ), creationflags=flags
    )


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the child's environment: the engine's path, none of the settings."""
    kept = {name: value for name, value in ours.items() if not name.startswith(OURS) or name.endswith("_EDITION")}
    paths = [str(HOME), *filter(None, [ours.get("PYTHONPATH")])]
    # nothing of the folder that the server was started in
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except OSError:
        # what it still held can go nowhere
        return
