"""The process in which bots think, as whoever asks it has it: started, asked, killed.

It is a program of its own rather than a fork of this one, which has threads, connections and a loop that must not be in
two processes, and it knows nothing of the server. Its pipes are read and written in one thread, so it is the same with
every event loop."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import IO

from engine.bots.frames import READY, put, take

COMMAND = (sys.executable, "-m", "engine.bots.thinking")
"""What is started."""

HOME = Path(__file__).resolve().parents[3]
"""Where ``engine`` lies: in a checkout its root, in an installed program its package."""

OURS = "SIGNET_"
"""How the settings begin. They are none of a bot's business, but for the editions."""


class ThinkingProcess:
    """At most one process at a time. ``start`` and ``ask`` wait, and are called in one thread; ``kill`` in any."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        """``command``: the program that answers as ``engine.bots.thinking`` does."""
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
        """Starts the process unless it runs; whether it is ready to be asked."""
        if self._process is not None and self._process.poll() is None:
            return True
        self.reap()
        try:
            with self._lock:
                if self._is_closed:
                    return False
                process = self._process = _started(self._command)
        except OSError:
            return False
        if process.stdout is not None and take(process.stdout) == READY:
            return True
        self.reap()
        return False

    def ask(self, question: bytes) -> bytes | None:
        """The answer of the process that was started; None when it ended instead."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return None
        try:
            put(process.stdin, question)
            answer = take(process.stdout)
        except OSError:
            answer = None
        if answer is None:
            self.reap()
        return answer

    def kill(self, *, for_good: bool = False) -> None:
        """Ends the process in the midst of whatever it does; ``for_good``: none is started any more."""
        with self._lock:
            self._is_closed = self._is_closed or for_good
            if self._process is not None:
                self._process.kill()

    def reap(self) -> None:
        """Ends the process, if one runs, and leaves nothing of it; in the thread that asks it."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)


def _started(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(  # noqa: S603 - our own program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(os.environ), creationflags=flags
    )


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    """The environment of the process, from this one's: with where the engine lies, without the settings."""
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
