"""The post of the processes that serve one port of one machine, as their parent keeps it."""

import os
import socket
from ctypes import c_double, c_long
from multiprocessing import get_context

from app.post.mailbox import pair, received
from app.post.station import Cells, Station


class Post:
    """All stations and their mailboxes. The parent holds both ends of each, so what lies in the mailbox of a process
    that died is taken by the one that replaces it."""

    def __init__(self, stations: int) -> None:
        """Raises OSError where no connection can be handed on."""
        context = get_context("spawn")
        self._beaten_at: Cells[float] = context.RawArray(c_double, stations)
        self._readers: Cells[int] = context.RawArray(c_long, stations)
        self._ins: list[socket.socket] = []
        self._outs: list[socket.socket] = []
        for _ in range(stations):
            for end, ends in zip(pair(), (self._ins, self._outs), strict=True):
                end.setblocking(False)
                ends.append(end)

    def station(self, number: int, replaces: str = "") -> Station:
        """What the process of that station has to know. ``replaces``: what became of the one before it."""
        return Station(number, self._ins[number], self._outs, self._beaten_at, self._readers, replaces)

    def close_mail(self, number: int) -> None:
        """Close the connections that lie in the mailbox of a process that is no more: their clients connect again."""
        while True:
            try:
                _, given = received(self._ins[number])
            except OSError:
                return
            for descriptor in given:
                os.close(descriptor)

    def left(self, number: int, pid: int | None) -> None:
        """That process of the station is no more."""
        if self._readers[number] == pid:
            self._beaten_at[number] = 0.0
            self._readers[number] = 0

    def close(self) -> None:
        """Closes the mailboxes."""
        for end in (*self._ins, *self._outs):
            end.close()
