"""Deals that two tables share, opened when both games are over or given up.

Each process looks at its own rooms. Every step is decided by the room that it changes, so two processes may take it
at once."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from app.live.errors import RoomDamagedError
from app.live.host.requests import Request
from app.rooms.commands import OpenDeal
from app.rooms.deals.sealing import is_closed
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.play import SharedDeal
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room

if TYPE_CHECKING:
    from app.live.host.host import RoomHost
    from app.live.host.requests import Answer

OPENING_MS = Millis(60_000)
"""Time that a second table has to be opened once its code is known."""

LATE_START_MS = Millis(24 * 3_600_000)
"""Time after the end of one game in which the other table may still begin."""

LONGEST_WAIT_MS = Millis(7 * 24 * 3_600_000)
"""Longest time that a table waits for the other one's end."""


class SharedDeals:
    """Watches the shared deals of this process's rooms."""

    def __init__(
        self,
        read: Callable[[RoomCode], Awaitable[Room | None]],
        submit: Callable[[RoomCode, Request], Awaitable["Answer"]],
        now: Callable[[], Millis],
    ) -> None:
        """Take the access to rooms of all processes.

        ``read`` gives a room's present state, ``submit`` decides a command there."""
        self._read = read
        self._submit = submit
        self._now = now

    async def look(self, hosts: Mapping[RoomCode, "RoomHost"]) -> None:
        """Open the deals that may be opened. Raises StoreDownError."""
        for host in tuple(hosts.values()):
            if is_closed(host.room):
                # a damaged table keeps its cards closed
                with suppress(RoomDamagedError):
                    await self._settle(host.room)

    async def _settle(self, room: Room) -> None:
        shared = room.shared
        if shared is None or shared.table is None:
            return
        other = await self._read(shared.table)
        if not may_open(shared, other, room.code, self._now()):
            return
        theirs = other.shared if other is not None else None
        if other is not None and theirs is not None and theirs.table == room.code and not theirs.is_opened:
            # the other table first: afterwards it cannot begin with these cards
            answer = await self._submit(other.code, Request(lambda _: OpenDeal(), None))
            is_late = shared.over_at is not None and self._now() - shared.over_at > LONGEST_WAIT_MS
            if isinstance(answer, Refusal) and not is_late:
                return
        await self._submit(room.code, Request(lambda _: OpenDeal(), None))


def may_open(shared: SharedDeal, other: Room | None, code: RoomCode, now: Millis) -> bool:
    """Return whether a table's shared cards may become public.

    ``other`` is the other table, None if there is none; ``code`` is the room's own."""
    theirs = other.shared if other is not None else None
    if theirs is None or theirs.table != code:
        return now - shared.since > OPENING_MS and (shared.is_over or not shared.number)
    if theirs.is_opened:
        return shared.is_over or not shared.number
    if shared.over_at is None:
        return False
    wait = now - shared.over_at
    return theirs.is_over or wait > LONGEST_WAIT_MS or (not theirs.number and wait > LATE_START_MS)
