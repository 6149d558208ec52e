"""A process that is spoken to in lines: one line in, one line out. What it says on standard error goes where ours does.

Reading and writing are done by threads, so that a process that neither reads nor answers holds up nobody, on any
system."""

import subprocess
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from engine.arena.errors import PlayerFaultError
from engine.core.errors import BadOptionsError

LONGEST = 65_536
"""Bytes of an answer. A longer one is cut there, and so is none."""

UNREAD = 100
"""So many lines unasked, and nothing more is read of a process."""

LEAVE_S = 2.0
"""How long a process may take to leave once its input has ended."""


class Pipe:
    """A running process. Raises BadOptionsError when it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever runs us has typed the command
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise BadOptionsError(f"{' '.join(command)!r} cannot be started: {error.strerror or error}") from None
        self._said: SimpleQueue[bytes] = SimpleQueue()
        self._to_say: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    @property
    def has_more(self) -> bool:
        """Whether it has said something that was not received yet."""
        return not self._said.empty()

    def send(self, line: str) -> None:
        """Says a line to it, and does not wait until it is read. Raises PlayerFaultError when it has said something
        since its last answer."""
        if self.has_more:
            said = self._answer(0)
            raise PlayerFaultError(f"said {_quoted(said)} without being asked")
        self._to_say.put(f"{line}\n".encode())

    def receive(self, seconds: float) -> str:
        """The next line it says. Raises PlayerFaultError when none comes in that time, or ever again."""
        return self._answer(seconds).decode(errors="replace")

    def close(self) -> None:
        """Ends its input, and the process itself when it does not leave then."""
        self._to_say.put(b"")
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
            line = self._said.get(timeout=seconds)
        except Empty:
            raise PlayerFaultError(f"did not answer within {seconds:g} seconds") from None
        if not line:
            raise PlayerFaultError(self._gone())
        return line

    def _gone(self) -> str:
        try:
            return f"has ended with exit status {self._process.wait(LEAVE_S)}"
        except subprocess.TimeoutExpired:
            return "has closed its output"

    def _read(self) -> None:
        out = self._process.stdout
        while out and self._said.qsize() < UNREAD:
            line = out.readline(LONGEST)
            self._said.put(line)
            if not line:
                return

    def _write(self) -> None:
        to = self._process.stdin
        try:
            while to and (line := self._to_say.get()):
                to.write(line)
                to.flush()
            if to:
                to.close()
        except OSError:
            # it has ended: whoever waits for its answer is told
            return


def _quoted(line: bytes) -> str:
    """The beginning of a line, for a message."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 80 else f"{text[:80]}...")
