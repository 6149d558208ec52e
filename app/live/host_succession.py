"""Succession of hosts: after all have gone, the player longest present.

The wait is counted by this process alone: after a restart it begins anew. Only the room's owner among several
processes hands over. A host whom another process made meanwhile stays."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.journal.peers import Peers
from app.live.errors import HostClosedError
from app.live.host.host import RoomHost
from app.live.host.requests import NO_SEAT, Request
from app.rooms.commands import HandOver
from app.rooms.model.ids import RoomCode
from app.rooms.model.room import Room
from engine.core.seats import Seat

AFTER_S = 120.0
"""Seconds without a connected host, while another person is connected."""

SLICE = 100
"""Rooms looked at in one step of the event loop: about a millisecond."""


@dataclass(frozen=True, slots=True)
class _Absence:
    hosts: tuple[Seat, ...]
    since: float


def heir(room: Room, present: Sequence[Seat]) -> Seat | None:
    """Return the next host: the person longest present, as when a host leaves.

    None while a host is there, or nobody."""
    if set(present).intersection(room.hosts):
        return None
    return next((seat for seat in present if room.is_held(seat)), None)


def _heir_of(host: RoomHost) -> Seat | None:
    return heir(host.room, host.presence.longest(host.room))


class HostSuccession:
    """Watches the rooms of this process."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._absences: dict[RoomCode, _Absence] = {}

    async def look(self, hosts: Mapping[RoomCode, RoomHost]) -> None:
        """Look for missing hosts and hand over after the wait.

        Call this every few seconds. Raises StoreDownError."""
        # a machine that slept has seen nobody leave: this clock stood still with it
        now = asyncio.get_running_loop().time()
        missing: dict[RoomCode, RoomHost] = {}
        for number, (code, host) in enumerate(tuple(hosts.items()), start=1):
            if _heir_of(host) is not None:
                missing[code] = host
            if number % SLICE == 0:
                await asyncio.sleep(0)
        self._absences = {code: self._absence(code, host.room, now) for code, host in missing.items()}
        for code, host in missing.items():
            is_due = now - self._absences[code].since >= AFTER_S
            # where that person is connected there is a process too, and it knows the room as it is
            if is_due and not host.ownership.is_owned_elsewhere and await self._peers.take(code):
                await self._hand_over(host)

    def _absence(self, code: RoomCode, room: Room, now: float) -> _Absence:
        known = self._absences.get(code)
        return known if known is not None and known.hosts == room.hosts else _Absence(room.hosts, now)

    async def _hand_over(self, host: RoomHost) -> None:
        gone = host.room.hosts

        def make(_: Seat) -> HandOver:
            # the room may have come further meanwhile: then nobody is to become host, which a room takes for nothing
            target = _heir_of(host) if host.room.hosts == gone else None
            return HandOver(NO_SEAT if target is None else target)

        with suppress(HostClosedError):
            await host.submit(Request(make, None))
