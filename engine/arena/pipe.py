"""Process that is spoken to in lines: one line in, one line out.

Its standard error is ours. Threads read and write. So a process that neither reads nor answers blocks nobody, on any
system."""

import subprocess
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from engine.arena.errors import PlayerFaultError
from engine.core.errors import BadOptionsError

LONGEST = 65_536
"""Most bytes of an answer. A longer one is cut there, and so is no answer."""

UNREAD = 100
"""Number of unasked lines after which nothing more is read of a process."""

LEAVE_S = 2.0
"""Seconds that a process may take to exit once its input has ended."""


class Pipe:
    """Running process. Raises BadOptionsError if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever runs us has typed the command
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise BadOptionsError(f"{' '.join(command)!r} cannot be started: {error.strerror or error}") from None
        self._received: SimpleQueue[bytes] = SimpleQueue()
        self._to_send: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    @property
    def has_more(self) -> bool:
        """True if the process has written a line that was not received yet."""
        return not self._received.empty()

    def send(self, line: str) -> None:
        """Send a line without waiting until it is read.

        Raises PlayerFaultError if the process has written a line since its last answer."""
        if self.has_more:
            said = self._answer(0)
            raise PlayerFaultError(f"said {_quote(said)} without being asked")
        self._to_send.put(f"{line}\n".encode())

    def receive(self, seconds: float) -> str:
        """Return the next line of the process.

        Raises PlayerFaultError if none comes in that many seconds, or its output has ended."""
        return self._answer(seconds).decode(errors="replace")

    def close(self) -> None:
        """End its input, and kill the process if it does not exit."""
        self._to_send.put(b"")
        try:
            self._process.wait(LEAVE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(LEAVE_S)
        if self._process.stdout and not self._threads[0].is_alive():
            self._process.stdout.close()

    def _answer(self, seconds: float) -> bytes:
        try:
            line = self._received.get(timeout=seconds)
        except Empty:
            raise PlayerFaultError(f"did not answer within {seconds:g} seconds") from None
        if not line:
            raise PlayerFaultError(self._describe_end())
        return line

    def _describe_end(self) -> str:
        try:
            return f"has ended with exit status {self._process.wait(LEAVE_S)}"
        except subprocess.TimeoutExpired:
            return "has closed its output"

    def _read(self) -> None:
        out = self._process.stdout
        while out and self._received.qsize() < UNREAD:
            line = out.readline(LONGEST)
            self._received.put(line)
            if not line:
                return

    def _write(self) -> None:
        to = self._process.stdin
        try:
            while to and (line := self._to_send.get()):
                to.write(line)
                to.flush()
            if to:
                to.close()
        except OSError:
            # it has ended: receive raises for the caller
            return


def _quote(line: bytes) -> str:
    """Quote the beginning of a line for a message."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 80 else f"{text[:80]}...")
