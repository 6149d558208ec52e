"""One process's part in the post, as that process knows it.

Any process serves any room, so the post saves work and decides nothing: whoever cannot hand a connection on serves it.
Which station is a room's home is worked out from the room and from who serves just now, by all of them alike."""

import asyncio
import hashlib
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from app.post.mailbox import MOST_BYTES, received, send

AT_ONCE = 64
"""So many connections are taken before the process does something else."""

FRESH_S = 2.0
"""How long after it last said that it serves nothing more is handed to a process: something holds it up. That it died
is known at once."""

T = TypeVar("T")


class Cells(Protocol[T]):
    """A figure for each station, in memory that all processes share."""

    def __getitem__(self, station: int, /) -> T:
        """That station's."""
        ...

    def __setitem__(self, station: int, figure: T, /) -> None:
        """Puts that station's down."""
        ...

    def __iter__(self) -> Iterator[T]:
        """Those of all stations."""
        ...


Take = Callable[[socket.socket, bytes], None]
"""Takes a connection and the head of the request that came on it."""


class Station:
    """Where one process takes what is handed to it, and the way to the others.

    Its mailbox goes to the process that replaces it. The one reader of a mailbox is who has put its number down."""

    def __init__(
        self,
        number: int,
        inbox: socket.socket,
        outs: Sequence[socket.socket],
        beaten_at: Cells[float],
        readers: Cells[int],
        replaces: str = "",
    ) -> None:
        """``replaces``: what became of the process that was here before, ``died`` or ``hung``; empty for the first one.

        ``outs``: the ways into all mailboxes. ``beaten_at``: when each station last said that it serves, by a clock
        that all processes of the machine share; 0: it does not. ``readers``: which process reads each mailbox."""
        self.number = number
        self._inbox = inbox
        self._outs = outs
        self._beaten_at = beaten_at
        self._readers = readers
        self._is_reading = False
        self.replaces = replaces

    def tick(self, take: Take) -> None:
        """Says that this process serves, once the one before it reads no more. To be called some times a second, in
        the event loop."""
        if not self._is_reading and self._readers[self.number] == 0:
            self._readers[self.number] = os.getpid()
            self._is_reading = True
            asyncio.get_running_loop().add_reader(self._inbox, self._taken, take)
        if self._is_reading:
            self._beaten_at[self.number] = time.monotonic()

    def leave(self) -> None:
        """Takes nothing more: what still comes is for the process that replaces this one."""
        if self._is_reading:
            self._is_reading = False
            asyncio.get_running_loop().remove_reader(self._inbox)
            self._beaten_at[self.number] = 0.0
            self._readers[self.number] = 0

    def serving(self) -> list[int]:
        """The stations whose processes serve."""
        since = time.monotonic() - FRESH_S
        return [station for station, at in enumerate(self._beaten_at) if at > since]

    def home(self, room: str) -> int:
        """Where the people of a room meet; here if nobody is known to serve."""
        return home(room, self.serving(), self.number)

    def hand_on(self, station: int, connection: int, head: bytes) -> bool:
        """Hands a connection, by its descriptor, to another station; whether that worked. It never waits."""
        if len(head) > MOST_BYTES:
            return False
        try:
            send(self._outs[station], head, connection)
        except OSError:
            # the mailbox is full, or too many are on their way
            return False
        return True

    def _taken(self, take: Take) -> None:
        for _ in range(AT_ONCE):
            try:
                head, given = received(self._inbox)
            except BlockingIOError:
                return
            for descriptor in given:
                os.set_inheritable(descriptor, False)
                take(socket.socket(fileno=descriptor), head)


def home(room: str, serving: Sequence[int], otherwise: int) -> int:
    """Where the people of a room meet: the station with the highest score for it. When one comes or goes, only those
    rooms move that it gets or had."""
    return max(serving, key=lambda station: _score(station, room), default=otherwise)


def _score(station: int, room: str) -> bytes:
    return hashlib.blake2b(f"{station} {room}".encode(), digest_size=8).digest()
