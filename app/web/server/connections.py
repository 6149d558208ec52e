"""Table of the open connections of one process, with their bound.

A connection waits while it is idle, while its request is incomplete, and until its socket is let in. A waiting
connection is closed when a new one needs its place. Connections without a seat take three quarters of the places at
most. The last quarter is for requests and sockets that show a seat."""

import asyncio
import ipaddress
import time
from collections import Counter
from typing import Literal

from starlette.types import Scope

from app.web.http.limits import address_of, ip_of

PLAYERS_SHARE = 4
"""One place of so many is for players."""

SLOT = "signet.slot"
"""ASGI extension that holds the :class:`Slot` of the connection."""

SITE_BITS = 48
"""Prefix of IPv6 that one customer of a provider may get whole."""

LONGEST_WAIT_S = 330.0
"""Longest wait in seconds: the longest request is answered by then."""

Kind = Literal["waiting", "stranger", "player"]


class Slot:
    """Place of one connection in the table."""

    __slots__ = (
        "_is_whole",
        "_table",
        "address",
        "is_closing",
        "is_idle",
        "is_player",
        "kind",
        "since",
        "site",
        "transport",
    )

    def __init__(self, table: "ConnectionTable", address: str, site: str, transport: asyncio.Transport) -> None:
        self._table = table
        self.address = address
        self.site = site
        self.transport = transport
        self.kind: Kind | None = None
        """None once the connection is gone."""
        self.is_player = False
        self._is_whole = False
        self.is_idle = False
        """True between an answer and the next request of a kept connection."""
        self.is_closing = False
        """True while only the rest of what was written is sent."""
        self.since = time.monotonic()
        """Time since which it waits."""

    @property
    def needs_seat(self) -> bool:
        """True if only a player's request is served on this connection now."""
        return self.kind == "waiting" and not self.is_player and self._table.is_full

    def prove_seat(self) -> None:
        """Note that the request shows a seat."""
        self.is_player = True
        self._update()

    def begin(self) -> None:
        """Note that a request is complete or a socket let in: the server works for it."""
        self._is_whole, self.is_idle = True, False
        self._update()

    def wait(self) -> None:
        """Note that the server waits for the next request."""
        self._is_whole = self.is_player = False
        self.is_idle = True
        self._update()

    def refuse(self) -> None:
        """Count that its request is refused because strangers keep too many places busy."""
        self._table.counts["no place"] += 1

    def leave(self) -> None:
        """Remove the connection from the table; nothing if it is gone already."""
        if self.kind is not None:
            self._table.put(self, None)

    def _update(self) -> None:
        if self.kind is None or self.is_closing:
            return
        if not self._is_whole:
            self._table.put(self, "waiting")
        elif self.is_player:
            self._table.put(self, "player")
        elif self.kind == "waiting" and not self._table.is_full:
            self._table.put(self, "stranger")


class ConnectionTable:
    """Open connections of one process."""

    def __init__(self, bound: int) -> None:
        """``bound``: how many connections may be open."""
        self.bound = bound
        self.counts: Counter[str] = Counter()
        """Connections closed or refused for lack of places, by reason."""
        self.addresses: Counter[str] = Counter()
        """Open connections by address."""
        self.slots: set[Slot] = set()
        self._for_strangers = bound - bound // PLAYERS_SHARE
        self._strangers = 0
        self._waiting: dict[str, dict[Slot, None]] = {}
        """Waiting connections of each site, the oldest first."""
        self._sites: dict[int, dict[str, None]] = {}
        """Sites by their number of waiting connections."""

    @property
    def is_full(self) -> bool:
        """True if connections without a seat take all the places they may."""
        return self._strangers >= self._for_strangers

    def enter(self, host: str | None, transport: asyncio.Transport) -> Slot | None:
        """Give a new connection a place. Return None if every other connection is busy."""
        if len(self.slots) >= self.bound and not self.displace():
            self.counts["no place"] += 1
            return None
        slot = Slot(self, address_of(host), site_of(host), transport)
        self.put(slot, "waiting")
        return slot

    def displace(self) -> bool:
        """Close the oldest waiting connection of the site with most of them.

        Return False if none waits."""
        if not self._sites:
            return False
        site = next(iter(self._sites[max(self._sites)]))
        slot = next(iter(self._waiting[site]))
        slot.leave()
        slot.transport.abort()
        self.counts["displaced"] += 1
        return True

    def displace_idle(self, host: str) -> bool:
        """Close that address's connection that has been idle longest.

        Return False if none is idle."""
        address = address_of(host)
        waiting = self._waiting.get(site_of(host), {})
        slot = next((each for each in waiting if each.is_idle and each.address == address), None)
        if slot is None:
            return False
        slot.leave()
        slot.transport.abort()
        return True

    def put(self, slot: Slot, kind: Kind | None) -> None:
        """Move a connection to another kind; None removes it."""
        if slot.kind is None:
            self.slots.add(slot)
            self.addresses[slot.address] += 1
        elif slot.kind == "waiting":
            self._count_waiting(slot, is_new=False)
        elif slot.kind == "stranger":
            self._strangers -= 1
        slot.kind = kind
        if kind is None:
            self.slots.discard(slot)
            self.addresses[slot.address] -= 1
            if self.addresses[slot.address] <= 0:
                del self.addresses[slot.address]
        elif kind == "waiting":
            slot.since = time.monotonic()
            self._count_waiting(slot, is_new=True)
        elif kind == "stranger":
            self._strangers += 1

    def cut_overdue(self, response_s: float) -> None:
        """Abort connections that have waited too long, in whatever state.

        Those that were closed get ``response_s`` seconds for their peer to read the rest."""
        now = time.monotonic()
        for slot in tuple(self.slots):
            if slot.transport.is_closing():
                if not slot.is_closing:
                    slot.is_closing = True
                    self.put(slot, "waiting")
                elif now - slot.since >= response_s:
                    slot.transport.abort()
            elif slot.kind == "waiting" and now - slot.since >= LONGEST_WAIT_S:
                slot.transport.abort()

    def _count_waiting(self, slot: Slot, *, is_new: bool) -> None:
        waiting = self._waiting.setdefault(slot.site, {})
        if waiting:
            group = self._sites[len(waiting)]
            del group[slot.site]
            if not group:
                del self._sites[len(waiting)]
        if is_new:
            waiting[slot] = None
        else:
            del waiting[slot]
        if waiting:
            self._sites.setdefault(len(waiting), {})[slot.site] = None
        else:
            del self._waiting[slot.site]


def site_of(host: str | None) -> str:
    """Return the network that counts as one peer: the /48 of IPv6, the IPv4 address."""
    ip = ip_of(host or "")
    if ip is None or ip.version == 4:
        return address_of(host)
    return str(ipaddress.ip_network((ip, SITE_BITS), strict=False))


def slot_of(scope: Scope) -> Slot | None:
    """Return the place of a request's connection; None on other servers."""
    slot = (scope.get("extensions") or {}).get(SLOT)
    return slot if isinstance(slot, Slot) else None
