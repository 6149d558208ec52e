"""Shared state of a server's guarded connections: limits and open connections."""

import asyncio
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from app.settings.limits import Figures
from app.web.http.limits import Addresses, Clock, address_of
from app.web.server.connections import ConnectionTable, Slot
from app.web.server.descriptors import is_exhausted
from app.web.server.guard_log import GuardLog

NO_PROXIES = Addresses(())

FREED = 16
"""Waiting connections that are closed at once when no file can be opened."""


@dataclass(slots=True)
class Watch:
    """Limits and open connections of one server."""

    figures: Figures
    is_limited: bool = True
    proxies: Addresses = NO_PROXIES
    """Addresses that speak for many and are not counted."""
    clock: Clock = time.monotonic
    connections: ConnectionTable = field(default_factory=lambda: ConnectionTable(sys.maxsize))
    log: GuardLog = field(default_factory=lambda: GuardLog(time.monotonic))

    @property
    def open(self) -> Counter[str]:
        """Open connections by address."""
        return self.connections.addresses

    def enter(self, client: tuple[str, int] | None, transport: asyncio.Transport) -> Slot | None:
        """Give a connection a place. Return None if there is none for its address.

        If the address has too many, its idle connection is closed first: it may be idle for minutes."""
        host = client[0] if client else None
        is_exempt = not self.is_limited or host is None or host in self.proxies
        is_too_many = host is not None and self.open[address_of(host)] >= self.figures.connections_per_address
        if host is not None and is_too_many and not is_exempt and not self.connections.displace_idle(host):
            return None
        return self.connections.enter(host, transport)

    def tick(self) -> None:
        """Tidy up and log. To be called every second or so."""
        self.connections.cut_overdue(self.figures.response_seconds)
        if is_exhausted():
            self.log.note("no descriptor")
            for _ in range(FREED):
                self.connections.displace()
        self.log.note_bound(self.connections.counts, self.connections.bound, len(self.connections.slots))
        self.log.flush()
