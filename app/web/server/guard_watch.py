"""What the guarded connections of one server share: the figures they hold to, and how many an address has open."""

import time
from collections import Counter
from dataclasses import dataclass, field

from app.post.station import Station
from app.settings import Figures
from app.web.http.limits import Addresses, Clock, address_of

NO_PROXIES = Addresses(())


@dataclass(slots=True)
class Watch:
    """What the guarded connections of one server share."""

    figures: Figures
    is_limited: bool = True
    proxies: Addresses = NO_PROXIES
    """Addresses that speak for many and are not counted."""
    clock: Clock = time.monotonic
    station: Station | None = None
    """Where connections are handed on."""
    open: Counter[str] = field(default_factory=Counter)
    """Open connections by address."""

    def enter(self, client: tuple[str, int] | None) -> bool:
        """Counts a connection; whether its address may have one more."""
        address = self._address(client)
        self.open[address] += 1
        is_exempt = not self.is_limited or client is None or client[0] in self.proxies
        return is_exempt or self.open[address] <= self.figures.connections_per_address

    def leave(self, client: tuple[str, int] | None) -> None:
        """Counts a connection out."""
        address = self._address(client)
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]

    @staticmethod
    def _address(client: tuple[str, int] | None) -> str:
        return address_of(client[0] if client else None)
