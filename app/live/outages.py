"""The time of an outage, given back to the rooms that lost it."""

from collections.abc import Awaitable, Callable, Container, Mapping

from app.journal.errors import ConflictError, DuplicateCommandError
from app.journal.store import Store
from app.live.errors import RoomDamagedError
from app.live.heartbeat import OUTAGE_EXTRA_MS, OUTAGE_MS
from app.live.host.clock import Now, RoomClock
from app.live.host.host import RoomHost
from app.live.host.requests import Applied
from app.rooms.commands import CreditOutage
from app.rooms.decide import decide
from app.rooms.events import Entry
from app.rooms.fold import step
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.ids import CommandKey, Millis, RoomCode, Version
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace

FOR_EVER = Millis((1 << 62) - 1)

Read = Callable[[RoomCode], Awaitable[tuple[Room | None, Applied]]]
"""The room as its journal makes it; raises RoomDamagedError, StoreDownError."""


class Outages:
    """Outages of the server, whose time is given back to rooms with a clock."""

    def __init__(
        self,
        store: Store,
        now: Now,
        read: Read,
        hosts: Mapping[RoomCode, RoomHost],
        is_starting: Callable[[], bool],
    ) -> None:
        """``now``: the process's steady clock. ``is_starting``: nobody was let in yet."""
        self._store = store
        self._now = now
        self._read = read
        self._hosts = hosts
        self._is_starting = is_starting

    async def give_back(self, outage: Millis, span: Millis) -> Millis:
        """Give an outage back. ``outage``, the last heartbeat before, names it.

        A room that waits for its credit gets that time too. Return the time at the end, or the time before the
        process stood still meanwhile: that is another outage. Raises StoreDownError."""
        began = reached = self._now()
        is_running = True
        for code in await self._store.due(FOR_EVER):
            await self._credit(code, outage, Millis(span + reached - began))
            now = self._now()
            is_running = is_running and now - reached <= OUTAGE_MS
            reached = now if is_running else reached
        return reached

    async def _credit(self, code: RoomCode, outage: Millis, span: Millis) -> None:
        while True:
            try:
                room, applied = await self._read(code)
            except RoomDamagedError:
                return
            if room is None:
                return
            clock = RoomClock(self._now)
            now = clock.reach(room.at)
            credit, key = compute_credit(room, outage, span, applied, now)
            if credit.since != outage and await self._is_over(outage):
                return
            if self._is_starting():
                # nobody can have done anything since: the room has lost no more than its own clock went on
                credit = replace(credit, span=min(credit.span, Millis(now - room.at + OUTAGE_EXTRA_MS)))
            events = decide(room, credit, now)
            if isinstance(events, Refusal) or not events or key in applied:
                return
            (event,) = events
            entry = Entry(Version(room.version + 1), now, event, key)
            after = step(room, entry)
            try:
                wake = clock.to_process_time(compute_stored_deadline(after))
                await self._store.append(code, room.version, [entry], after.phase, wake)
                self._store.peers.hint(code, after.version)
                host = self._hosts.get(code)
                return host.on_remote_append(after.version) if host is not None else None
            except (ConflictError, DuplicateCommandError):
                continue

    async def _is_over(self, outage: Millis) -> bool:
        last = await self._store.last_beat()
        return last is not None and last > outage


def compute_credit(
    room: Room, outage: Millis, span: Millis, applied: Container[CommandKey], now: Millis
) -> tuple[CreditOutage, CommandKey]:
    """Return what the room is owed of an outage, with a key by which it gets it once.

    A key in ``applied`` means nothing more. If the outage went on after the room had got it back, without a
    heartbeat even then, the room is owed the rest."""
    whole = CommandKey(f"outage:{outage}")
    since = room.credited_at
    if since is None or whole not in applied or now - since <= OUTAGE_MS:
        return CreditOutage(span, outage), whole
    return CreditOutage(Millis(now - since + OUTAGE_EXTRA_MS), since), CommandKey(f"{whole}:{since}")
