"""Manager of a process's rooms: finds, loads and releases hosts."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import structlog

from app.journal.errors import StoreDownError, UnreadableError
from app.journal.store import Store
from app.live.damage import Damage
from app.live.errors import HostClosedError, RoomDamagedError
from app.live.following import Following
from app.live.heartbeat import BEAT_S, Heartbeat
from app.live.held_rooms import HeldRooms, load_held
from app.live.host.clock import Now, RoomClock, Took
from app.live.host.host import RoomHost
from app.live.host.import_check import check_import
from app.live.host.requests import Answer, Applied, Request, acknowledge, follow_in_slices
from app.live.host.subscription import Subscription
from app.live.host_succession import HostSuccession
from app.live.outages import Outages
from app.live.room_limits import RoomLimits
from app.live.shared_deals import SharedDeals
from app.live.thinking.pending_answer import BotProcess
from app.rooms.commands import OpenRoom
from app.rooms.decide import decide
from app.rooms.events import Entry
from app.rooms.fold import BrokenJournalError, fold
from app.rooms.model.clocks import SOME_DAY, compute_stored_deadline, next_deadline
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from engine.core.seats import Seat

log = structlog.get_logger(__name__)


class RoomManager:
    """All rooms of this process.

    Every method may raise StoreDownError. Every method that returns or joins a room may raise RoomDamagedError."""

    def __init__(
        self,
        store: Store,
        now: Now,
        idle_ms: int = 300_000,
        took: Took = lambda s: None,
        thinking: BotProcess | None = None,
    ) -> None:
        """``now``: the process's steady clock. ``took`` gets the seconds of each append.

        ``thinking``: the process in which slow bots think; None: they choose here, at once."""
        self.limits = RoomLimits()
        self._thinking = thinking
        self._took = took
        self._store = store
        self._now = now
        self._idle_ms = idle_ms
        self._peers = store.peers
        self._hosts: dict[RoomCode, RoomHost] = {}
        self._following = Following(self._peers, self._hosts, self._wake_one, now)
        self._outages = Outages(store, now, self._read, self._hosts, lambda: self._task is None)
        self._heartbeat = Heartbeat(store, now, self._outages.give_back)
        self._handing_over = HostSuccession(self._peers)
        self._deals = SharedDeals(self.room, self.submit, now)
        self._loading: dict[RoomCode, asyncio.Task[RoomHost | None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._deleting: set[RoomCode] = set()
        self._damage = Damage()
        self._is_closing = False

    async def start(self) -> None:
        """Give back an outage, wake the rooms with a running clock and begin to own them."""
        await self._heartbeat.beat()
        if self._peers.is_alone:
            await self._wake(Millis(SOME_DAY - 1))
        else:
            await self._following.start()
        self._task = asyncio.create_task(self._run(), name="room manager")

    async def close(self) -> None:
        """Close every room; what was submitted is still carried out."""
        self._is_closing = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._following.close()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*(host.close() for host in self._hosts.values()))
        self._hosts.clear()
        await self._peers.close()

    async def open(self, command: OpenRoom) -> Answer:
        """Open a room.

        Raises ConflictError when its code is in use, StoreDownError, RuntimeError without events."""
        now = self._now()
        events = decide(None, command, now)
        if isinstance(events, Refusal):
            return events
        entries = tuple(Entry(Version(number), now, event) for number, event in enumerate(events, start=1))
        room = fold(None, entries)
        if room is None:
            raise RuntimeError("a room opened without an event")
        began = time.perf_counter()
        await self._store.append(command.code, Version(0), entries, room.phase, None)
        self._took(time.perf_counter() - began)
        return acknowledge(room, command.holder)

    async def restore(self, code: RoomCode, room: Room, entries: Sequence[Entry]) -> None:
        """Store an imported room; ``room`` is the result of all its entries.

        Raises UnfitRoomError, ConflictError when its code is in use, DuplicateGameError, StoreDownError."""
        clock = RoomClock(self._now)
        await asyncio.to_thread(check_import, room, clock.reach(room.at))
        deadline = clock.to_process_time(compute_stored_deadline(room))
        await self._store.append(code, Version(0), entries, room.phase, deadline)
        if self._peers.is_alone and next_deadline(room) is not None:
            await self._wake_one(code)

    async def delete(self, code: RoomCode) -> None:
        """Delete a room and end its connections."""
        self._deleting.add(code)
        try:
            await asyncio.gather(*filter(None, [self._loading.get(code)]), return_exceptions=True)
            if (host := self._hosts.pop(code, None)) is not None:
                await host.close()
            await self._peers.release(code)
            await self._store.delete(code)
            self._damage.forget(code)
        finally:
            self._deleting.discard(code)

    async def expire(self, before: Millis, most: int) -> tuple[RoomCode, ...]:
        """Delete up to ``most`` resting rooms untouched since ``before``."""
        gone = await self._store.expire(before, most)
        for code in gone:
            self._damage.forget(code)
            await asyncio.gather(*filter(None, [self._loading.get(code)]), return_exceptions=True)
            if (host := self._hosts.pop(code, None)) is not None:
                await host.close()
        return gone

    async def submit(self, code: RoomCode, request: Request) -> Answer:
        """Return the room's answer, after the commit."""
        while True:
            host = await self._host(code)
            if host is None:
                return refuse("no_such_room")
            try:
                return await host.submit(request)
            except HostClosedError:
                self._forget(code, host)

    def put(self, code: RoomCode, request: Request) -> Answer | asyncio.Future[Answer] | None:
        """Submit to a loaded room: the answer if nothing needs a commit, else its future.

        Return None for a room that is not loaded."""
        host = self._hosts.get(code) if code not in self._deleting else None
        try:
            return host.put(request) if host is not None else None
        except HostClosedError:
            return None

    async def join(self, code: RoomCode, holder: Digest | None) -> Subscription | None:
        """Subscribe a live connection; None when there is no such room."""
        while True:
            host = await self._refresh_host(code)
            if host is None:
                return None
            try:
                return host.subscribe(holder)
            except HostClosedError:
                self._forget(code, host)

    async def room(self, code: RoomCode) -> Room | None:
        """Return the room's present state, or None."""
        host = await self._refresh_host(code)
        return host.room if host is not None else None

    async def find_by_join_code(self, code: RoomCode) -> Room | None:
        """Return the room joined by that code, which may not be its address, or None."""
        address = await self._store.room_joined_by(code)
        room = await self.room(address) if address is not None else None
        return room if room is not None and room.join_code == code else None

    async def here(self, code: RoomCode) -> frozenset[Seat]:
        """Return the seats with a connected device."""
        host = await self._host(code)
        return host.here if host is not None else frozenset()

    async def rooms_held(self, holder: Digest, most: int = 20, enough: int | None = None) -> HeldRooms:
        """Return the rooms in which the token holds a seat, as ``load_held`` chooses them."""
        return await load_held(holder, await self._store.rooms_held(holder), most, enough, self.room)

    async def is_holder(self, holder: Digest) -> bool:
        """Return whether the token holds a seat in any room."""
        return bool(await self._store.rooms_held(holder))

    async def load_revoked(self, code: RoomCode) -> frozenset[Digest]:
        """Return the devices taken off their seat in that room, even a deleted one."""
        return await self._store.load_revoked(code)

    async def journal(self, code: RoomCode) -> tuple[Entry, ...]:
        """Return the room's whole journal, secrets included."""
        return await self._store.load(code)

    def host(self, code: RoomCode) -> RoomHost | None:
        """Return the room's host, if it is loaded in this process."""
        return self._hosts.get(code)

    @property
    def hosts(self) -> int:
        """Number of rooms loaded in this process."""
        return len(self._hosts)

    async def _refresh_host(self, code: RoomCode) -> RoomHost | None:
        """Return the room's host, up to date with all processes' appends before the call."""
        while True:
            is_known = code in self._hosts or code in self._loading
            host = await self._host(code)
            if host is None or not is_known:
                return host
            try:
                await host.refresh()
                return host
            except HostClosedError:
                self._forget(code, host)

    async def _host(self, code: RoomCode) -> RoomHost | None:
        if code in self._deleting:
            return None
        host = self._hosts.get(code)
        if host is not None and not host.has_failed:
            return host
        if self._is_closing:
            raise StoreDownError("the server is closing")
        self._damage.refuse(code)
        # two who ask at once must not bring two hosts to life
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.create_task(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: RoomCode) -> RoomHost | None:
        room, applied = await self._read(code)
        if room is None:
            return None
        failed, is_steady = partial(self._damage.count_failure, code), self._heartbeat.is_steady
        host = RoomHost(room, applied, self._store, self._now, self._peers, is_steady, failed, self._took)
        self.limits.apply(host, self._thinking)
        self._hosts[code] = host
        if not self._peers.is_alone:
            await self._following.look(code)
        return host

    async def _read(self, code: RoomCode) -> tuple[Room | None, Applied]:
        try:
            return await follow_in_slices(None, await self._store.load(code))
        except (BrokenJournalError, UnreadableError) as error:
            raise self._damage.unreadable(code, error) from error

    async def _wake(self, until: Millis) -> None:
        for code in await self._store.due(until):
            await self._wake_one(code)

    async def _wake_one(self, code: RoomCode) -> None:
        with suppress(RoomDamagedError):
            await self._host(code)

    def _forget(self, code: RoomCode, host: RoomHost) -> None:
        if self._hosts.get(code) is host:
            del self._hosts[code]

    async def _let_go(self) -> None:
        for code, host in tuple(self._hosts.items()):
            if host.has_failed or host.is_idle(self._idle_ms):
                self._forget(code, host)
                await host.close()
                with suppress(StoreDownError):
                    await self._peers.release(code)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            await self._let_go()
            try:
                await self._heartbeat.beat()
                await self._handing_over.look(self._hosts)
                await self._deals.look(self._hosts)
                if self._peers.is_alone:
                    # rooms whose host failed
                    await self._wake(self._now())
            except StoreDownError as error:
                log.warning("no heartbeat", error=str(error))
