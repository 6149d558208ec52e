"""Host of one room in this process.

Every change goes through it, one batch at a time. The steps are inbox, decide, append, fold, publish. Commands that
queue up during an append are decided and appended together. Nothing is answered or shown before its append is
committed. A reply that changes nothing does not wait for one: its time would tell that another seat is changing a
card.

Other processes may have a host for the same room. The journal decides who was first; the other one reads what is new
and decides again. The host also runs the room's clock, unless another process owns the room."""

import asyncio
import time
import traceback
from collections.abc import Callable
from functools import partial

import structlog

from app.journal.errors import ConflictError, DuplicateCommandError, StoreDownError, UnstorableError
from app.journal.peers import NoPeers, Peers
from app.journal.store import Store
from app.live.errors import DivergedError, HostClosedError
from app.live.host.batch import Batch
from app.live.host.clock import Now, RoomClock
from app.live.host.connections import RoomConnections
from app.live.host.due_commands import due_by_clock
from app.live.host.inbox import Inbox, Item, Look, Signal, Waiting, end_looks, give, give_up, single_out, split
from app.live.host.ownership import Ownership
from app.live.host.requests import Answer, Applied, Decision, Request, follow_in_slices, has_asked
from app.live.host.subscription import Subscription
from app.rooms.budget.bounds import Budget
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.ids import Digest, Millis, Version
from app.rooms.model.room import Room
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

RETRY_S = 1.0
"""From a failed append until the host's own clock tries again."""


class RoomHost:
    """Host of one room. Every method may raise StoreDownError or HostClosedError."""

    def __init__(
        self,
        room: Room,
        applied: Applied,
        store: Store,
        now: Now,
        peers: Peers | None = None,
        is_steady: Callable[[], bool] = lambda: True,
        failed: Callable[[bool], None] = lambda had_worked: None,
        took: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """Take a room and the process's clock ``now``.

        ``is_steady`` returns False while an outage may have to be given back: then the room's clock waits.
        ``failed`` is called when the host fails, with whether it had worked before. ``took`` gets the seconds of
        each append."""
        self.room = room
        self.here: frozenset[Seat] = frozenset()
        self._applied, self._store = applied, store
        self._clock = RoomClock(now)
        self._peers = peers or NoPeers()
        self._is_steady, self._failed, self._took = is_steady, failed, took
        self._inbox = Inbox()
        self._under_way: list[Request] = []
        self._connections = RoomConnections(partial(self._peers.show, room.code))
        self.presence = self._connections.presence
        self.ownership = Ownership(self._peers, self._connections, self._clock, is_steady)
        self.budget: Budget | None = None
        self._heard_of = room.version
        self._retry_at = Millis(0)
        self._idle_since = self._clock.reach(room.at)
        self._is_unsure = self._is_closed = self._has_worked = False
        self._task = asyncio.create_task(self._run(), name=f"room {room.code}")

    async def submit(self, request: Request) -> Answer:
        """Return the room's answer, after the commit."""
        answer = self.put(request)
        return await answer if isinstance(answer, asyncio.Future) else answer

    def put(self, request: Request) -> Answer | asyncio.Future[Answer]:
        """Return the answer if nothing needs a commit, else its future."""
        if self._is_closed:
            raise HostClosedError
        self._idle_since = now = self._clock()
        outcome = self._decide_at_once(request, now)
        if isinstance(outcome, Answer):
            return outcome
        request.decision = outcome
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._inbox.put((request, answer))
        return answer

    def _decide_at_once(self, request: Request, now: Millis) -> Decision | Answer | None:
        """Decide a request as if it had come before pending ones; None if it must wait."""
        is_newest = self._peers.is_alone and not self._is_unsure and self._heard_of <= self.room.version
        if not is_newest or has_asked(self.room, request, [*self._under_way, *self._inbox.requests]):
            return None
        batch = Batch(self.room, self._applied, now, self.presence.longest, self.budget)
        try:
            outcome = batch.decide(request)
        except Exception:
            # whatever it is: the host fails by it in its turn, and tells
            return None
        self._applied.update(batch.applied)
        return outcome

    async def refresh(self) -> None:
        """Read what other processes have appended so far."""
        if self._peers.is_alone:
            return
        if self._is_closed:
            raise HostClosedError
        self._inbox.put(look := asyncio.get_running_loop().create_future())
        await look

    def on_remote_append(self, version: Version) -> None:
        """Note another process's version. It is read when somebody waits for it."""
        if version > max(self._heard_of, self.room.version):
            self._heard_of = version
            if self.ownership.is_followed:
                self._inbox.put(Signal.BEHIND)

    def on_remote_presence(self, elsewhere: frozenset[Digest]) -> bool:
        """Set who is connected to other processes. Return whether they own the room now."""
        was_elsewhere = self.ownership.is_owned_elsewhere
        if self._connections.set_elsewhere(elsewhere):
            self._publish()
            self.ownership.tell()
        is_elsewhere = self.ownership.release()
        if was_elsewhere and not is_elsewhere:
            self._inbox.put(Signal.TICK)
        return is_elsewhere

    def take_ownership(self) -> None:
        """Take ownership of the room."""
        if self.ownership.take():
            self._inbox.put(Signal.TICK)

    def subscribe(self, holder: Digest | None) -> Subscription:
        """Subscribe a live connection to this room."""
        if self._is_closed:
            raise HostClosedError
        if self.ownership.is_behind(self.room) or self._heard_of > self.room.version:
            self._inbox.put(Signal.TICK)
        subscription = self._connections.subscribe(self, holder, self._note_idle, self._publish)
        self._publish()
        return subscription

    @property
    def now(self) -> Millis:
        """The room's time."""
        return self._clock()

    @property
    def looking(self) -> frozenset[Seat]:
        """The seats at which somebody looks at the table."""
        return self._connections.looking(self.room)

    def is_idle(self, for_ms: int) -> bool:
        """Return whether the host was unused for so long and has nothing due or under way."""
        is_busy = len(self._connections) or len(self._inbox) or self.ownership.next_deadline(self.room) is not None
        return not is_busy and self._clock() - self._idle_since >= for_ms

    async def close(self) -> None:
        """Close the host: the inbox is still carried out, later requests are refused."""
        self._is_closed = True
        self._inbox.put(Signal.STOP)
        await asyncio.gather(self._task, return_exceptions=True)

    @property
    def has_failed(self) -> bool:
        """True if the host's task ended by itself, which it never should."""
        return self._task.done()

    async def _run(self) -> None:
        items: list[Item] = []
        try:
            while Signal.STOP not in items:
                # whoever sleeps keeps nothing of what is done
                items = []
                items = await self._gather()
                await self._carry_out(*split(items))
        except Exception as error:
            # where it failed, not the error's words: they could hold a sealed choice
            where = traceback.format_tb(error.__traceback__)
            log.error("room failed", room=self.room.code, error=type(error).__name__, where=where)
            self._failed(self._has_worked)
            self._is_closed = True
            items += self._inbox.take_all()
            give_up(*split(items))
        finally:
            self.ownership.pending_bot_moves.close()
            self._connections.close()

    async def _gather(self) -> list[Item]:
        self.ownership.look(self.room)
        tick = self._tick()
        items = await self._inbox.take()
        if tick is not None:
            tick.cancel()
        return items

    def _tick(self) -> asyncio.Handle | None:
        wake = self._retry_at if self._is_unsure else self.ownership.next_deadline(self.room)
        go = partial(self._inbox.put, Signal.TICK)
        return self.ownership.call_at(self.room, max(wake, self._retry_at), go) if wake is not None else None

    async def _carry_out(self, requests: list[Waiting], looks: list[Look]) -> None:
        self._under_way = [request for request, _ in requests]
        try:
            # after a failed append: it may have been committed all the same
            is_fresh = bool(looks) or self._is_unsure or self._heard_of > self.room.version
            if is_fresh:
                await self._catch_up()
                self._is_unsure = False
                end_looks(looks)
            batch = await self._append(self._under_way, is_fresh)
        except StoreDownError as error:
            log.warning("append failed", room=self.room.code, error=str(error))
            self._retry_at, self._is_unsure = Millis(self._clock() + round(RETRY_S * 1000)), True
            return give_up(requests, looks)
        except UnstorableError as error:
            log.warning("request not stored", room=self.room.code, error=str(error))
            if not requests:
                # nothing would ever be written: the room has failed
                raise
            for each in single_out(requests):
                await self._carry_out([each], [])
            return
        finally:
            self._under_way = []
        self.room = batch.room
        self._has_worked = self._has_worked or bool(batch.entries or requests)
        self._applied.update(batch.applied)
        give([(future, answer) for (_, future), answer in zip(requests, batch.answers, strict=True)])
        if batch.entries:
            self._publish(can_wait=batch.can_wait)

    async def _append(self, requests: list[Request], is_fresh: bool) -> Batch:
        """Decide and commit the requests, again after a lost race. Raises StoreDownError.

        An append proves that its room was the newest. Where there is nothing to append, above all a refusal, the
        journal is asked, since other processes write it too."""
        now = self._clock.reach(self.room.at)
        is_owner = await self.ownership.take_if_due(self.room, now)
        while True:
            batch = self._decide_batch(requests, is_owner, now)
            if batch.entries:
                wake = self._clock.to_process_time(compute_stored_deadline(batch.room))
                try:
                    began = time.perf_counter()
                    await self._store.append(self.room.code, self.room.version, batch.entries, batch.room.phase, wake)
                    self._took(time.perf_counter() - began)
                    self.ownership.tell(batch.room)
                    return batch
                except (ConflictError, DuplicateCommandError) as lost:
                    if not await self._catch_up():
                        raise DivergedError from lost
            elif is_fresh or not requests or self._peers.is_alone:
                return batch
            else:
                await self._catch_up()
            is_fresh, now = True, self._clock.reach(self.room.at)

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        batch = Batch(self.room, self._applied, now, self.presence.longest, self.budget)
        if now >= self._retry_at and self._is_steady():
            # whoever asks something is not to be ahead of a deadline, whichever process owns it
            if is_owner or requests:
                for command in due_by_clock(self.room, now):
                    batch.carry_out(command)
            if is_owner:
                for choice in self.ownership.choices_due(self.room, now):
                    batch.carry_out(choice)
        for request in requests:
            batch.answer(request)
        return batch

    async def _catch_up(self) -> bool:
        """Read what another process appended. Return whether there was anything."""
        before = self.room.version
        room, applied = await follow_in_slices(self.room, await self._store.load(self.room.code, self.room.version))
        if room is not None:
            self.room = room
        self._heard_of = self.room.version
        self._applied.update(applied)
        self._publish()
        return self.room.version > before

    def _publish(self, *, can_wait: bool = False) -> None:
        self.here = self._connections.seats(self.room)
        self._connections.notice(can_wait=can_wait)

    def _note_idle(self) -> None:
        self._idle_since = self._clock()
