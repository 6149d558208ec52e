"""The hall: finds a room's host or brings the room to life from its journal, lets go of idle rooms, and closes in
good order."""

import asyncio
from collections.abc import Callable

import structlog

from app.journal.store import Store, StoreDown
from app.live.host import HostClosed, RoomHost, applied
from app.live.requests import Answer, Done, Request
from app.live.subscription import Subscription
from app.rooms.commands import CreditOutage, OpenRoom
from app.rooms.decide import decide
from app.rooms.facts import Entry
from app.rooms.fold import BrokenJournal, fold
from app.rooms.ids import Digest, Millis, RoomCode, Version
from app.rooms.refusals import Refusal, refuse
from app.rooms.room import Room
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

BEAT_S = 5.0
OUTAGE_MS = 10_000
"""A gap between heartbeats longer than this counts as an outage."""
FOR_EVER = Millis((1 << 62) - 1)
MOST_TABLES = 20
"""How many of a device's rooms are looked up."""

OUTAGE_EXTRA_MS = 15_000
"""What is given back on top: players need a moment to come back."""


class RoomBroken(StoreDown):
    """A room whose journal does not fold: it is locked, the others play on."""


class Hall:
    """All rooms of this process."""

    def __init__(self, store: Store, now: Callable[[], Millis], idle_ms: int = 300_000) -> None:
        self._store = store
        self._now = now
        self._idle_ms = idle_ms
        self._hosts: dict[RoomCode, RoomHost] = {}
        self._loading: dict[RoomCode, asyncio.Task[RoomHost | None]] = {}
        self._minder: asyncio.Task[None] | None = None
        self._is_closing = False

    async def start(self) -> None:
        """Wakes the rooms whose clock runs, gives them back the time of an outage, begins to mind the hall."""
        now = self._now()
        last = await self._store.last_beat()
        gap = now - last if last is not None else 0
        await self._store.beat(now)
        span = Millis(gap + OUTAGE_EXTRA_MS if gap > OUTAGE_MS else 0)
        for code in await self._store.due(FOR_EVER):
            try:
                answer = await self.submit(code, Request(lambda _: CreditOutage(span), None))
            except RoomBroken:
                continue
            if isinstance(answer, Refusal):
                log.warning("outage not credited", room=code, refused=answer.code)
        self._minder = asyncio.create_task(self._mind(), name="hall")

    async def close(self) -> None:
        """Lets go of every room; what was submitted is still carried out."""
        self._is_closing = True
        if self._minder is not None:
            self._minder.cancel()
            await asyncio.gather(self._minder, return_exceptions=True)
        await asyncio.gather(*(host.close() for host in self._hosts.values()))
        self._hosts.clear()

    async def open(self, command: OpenRoom) -> Answer:
        """A new room. Raises Conflict when its code is in use, StoreDown."""
        now = self._now()
        facts = decide(None, command, now)
        if isinstance(facts, Refusal):
            return facts
        entries = tuple(Entry(Version(number), now, fact) for number, fact in enumerate(facts, start=1))
        room = fold(None, entries)
        if room is None:
            raise RuntimeError("a room opened without a fact")
        await self._store.append(command.code, Version(0), entries, room.phase, None)
        seat = room.seat_of(command.holder)
        return Done(room.seen(seat), seat)

    async def submit(self, code: RoomCode, request: Request) -> Answer:
        """The room's answer, after the commit. Raises StoreDown."""
        while True:
            host = await self._host(code)
            if host is None:
                return refuse("no_such_room")
            try:
                return await host.submit(request)
            except HostClosed:
                self._forget(code, host)

    async def join(self, code: RoomCode, holder: Digest | None) -> Subscription | None:
        """A live connection's ear at the room; None when there is no such room. Raises StoreDown."""
        while True:
            host = await self._host(code)
            if host is None:
                return None
            try:
                return host.subscribe(holder)
            except HostClosed:
                self._forget(code, host)

    async def room(self, code: RoomCode) -> Room | None:
        """The room as it is now; None when there is none. Raises StoreDown."""
        host = await self._host(code)
        return host.room if host is not None else None

    async def here(self, code: RoomCode) -> frozenset[Seat]:
        """The seats of the room with a connected device."""
        host = await self._host(code)
        return host.here if host is not None else frozenset()

    async def rooms_held(self, holder: Digest) -> tuple[Room, ...]:
        """The rooms in which the token holds a seat, newest first. Raises StoreDown."""
        held = [await self.room(code) for code, _ in (await self._store.rooms_held(holder))[:MOST_TABLES]]
        return tuple(room for room in held if room is not None)

    async def journal(self, code: RoomCode) -> tuple[Entry, ...]:
        """The room's whole journal, secrets included. Raises StoreDown."""
        return await self._store.load(code)

    @property
    def hosts(self) -> int:
        """How many rooms are alive in this process."""
        return len(self._hosts)

    async def _host(self, code: RoomCode) -> RoomHost | None:
        host = self._hosts.get(code)
        if host is not None and not host.has_failed:
            return host
        if self._is_closing:
            raise StoreDown("the server is closing")
        # two who ask at once must not bring two hosts to life
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.create_task(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: RoomCode) -> RoomHost | None:
        entries = await self._store.load(code)
        try:
            room = fold(None, entries)
        except BrokenJournal as error:
            log.error("broken journal", room=code, error=str(error))
            raise RoomBroken("this room's record does not check out") from error
        if room is None:
            return None
        host = RoomHost(room, applied(entries), self._store, self._now)
        self._hosts[code] = host
        return host

    def _forget(self, code: RoomCode, host: RoomHost) -> None:
        if self._hosts.get(code) is host:
            del self._hosts[code]

    async def _mind(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self._store.beat(self._now())
            except StoreDown as error:
                log.warning("no heartbeat", error=str(error))
            for code, host in tuple(self._hosts.items()):
                if host.has_failed:
                    self._forget(code, host)
                elif host.is_idle(self._idle_ms):
                    self._forget(code, host)
                    await host.close()
