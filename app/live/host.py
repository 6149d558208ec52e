"""The host of one room: the only one who changes it. Inbox, decide, append, fold, publish: in this order, one batch
at a time.

What has queued up while the last append was on its way to the disk is decided together and appended together. Nothing
is answered or shown before its append is committed. The host also minds the room's clock: when the room's next moment
comes, it sends itself the commands that are due."""

import asyncio
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

import structlog

from app.journal.store import Conflict, DuplicateCommand, Store, StoreDown
from app.live.bots import due_choices
from app.live.requests import NO_SEAT, Answer, Applied, Request, done, follow
from app.live.subscription import Subscription
from app.rooms.commands import AddDevice, Command, Expire, Open, TakeSeat
from app.rooms.decide import decide
from app.rooms.facts import Entry
from app.rooms.fold import step
from app.rooms.ids import CommandKey, Digest, Millis, Version
from app.rooms.refusals import Refusal, refuse
from app.rooms.room import Room
from app.rooms.timing import expires_at, wakes_at
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

MOST_IN_A_BATCH = 64
RETRY_S = 1.0
"""How long the host waits after a failed append before its own clock tries again."""

GONE_AFTER_S = 2.0
"""A seat whose last connection closed counts as here for so long: a reload is no absence."""


class HostClosed(Exception):
    """The host was let go of; ask the hall for the room again."""


class _Signal(Enum):
    """What may lie in the inbox besides requests."""

    TICK = "the room's next moment has come"
    STOP = "let go of the room"


_Waiting = tuple[Request, asyncio.Future[Answer]]


@dataclass(slots=True)
class _Batch:
    """Requests decided together, and what is to be appended for them."""

    room: Room
    entries: list[Entry] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    """One for each request. Any of them may rest on what is to be appended: none is given before."""
    applied: Applied = field(default_factory=dict)


class RoomHost:
    """One room, alive."""

    def __init__(self, room: Room, applied: Applied, store: Store, now: Callable[[], Millis]) -> None:
        self.room = room
        self.here: frozenset[Seat] = frozenset()
        self._applied = applied
        self._store = store
        self._now = now
        self._inbox: asyncio.Queue[_Waiting | _Signal] = asyncio.Queue()
        self._subscriptions: set[Subscription] = set()
        self._just_gone: Counter[Digest] = Counter()
        self._retry_at = Millis(0)
        self._is_unsure = False
        self._idle_since = now()
        self._is_closed = False
        self._task = asyncio.create_task(self._run(), name=f"room {room.code}")

    async def submit(self, request: Request) -> Answer:
        """The room's answer, after the commit. Raises HostClosed."""
        if self._is_closed:
            raise HostClosed
        self._idle_since = self._now()
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((request, answer))
        return await asyncio.shield(answer)

    def subscribe(self, holder: Digest | None) -> Subscription:
        """A live connection's ear at this room. Raises HostClosed."""
        if self._is_closed:
            raise HostClosed
        subscription = Subscription(self, holder, self._unsubscribe)
        self._subscriptions.add(subscription)
        self._publish()
        return subscription

    def is_idle(self, for_ms: int) -> bool:
        """Whether nobody has been connected or asked for so long, nothing is on its way and the room's clock stands
        still."""
        is_busy = self._subscriptions or not self._inbox.empty() or wakes_at(self.room) is not None
        return not is_busy and self._now() - self._idle_since >= for_ms

    async def close(self) -> None:
        """Lets go of the room: what is in the inbox is still carried out, later submits are refused."""
        self._is_closed = True
        self._inbox.put_nowait(_Signal.STOP)
        await asyncio.gather(self._task, return_exceptions=True)
        for subscription in tuple(self._subscriptions):
            subscription.close()

    @property
    def has_failed(self) -> bool:
        """Whether the host's task ended by itself, which it never should."""
        return self._task.done()

    async def _run(self) -> None:
        waiting: list[_Waiting] = []
        try:
            is_open = True
            while is_open:
                waiting, is_open = await self._gather()
                await self._carry_out(waiting)
        except Exception as error:
            # where it failed, not the error's words: they could hold a sealed choice
            where = traceback.format_tb(error.__traceback__)
            log.error("room failed", room=self.room.code, error=type(error).__name__, where=where)
            self._is_closed = True
            while left := self._drained():
                waiting += [item for item in left if not isinstance(item, _Signal)]
            _give([(answer, refuse("try_again")) for _, answer in waiting])
            for subscription in tuple(self._subscriptions):
                subscription.close()

    async def _gather(self) -> tuple[list[_Waiting], bool]:
        """The requests to decide next, after a wait for the first of them or for the room's clock; and whether to go
        on."""
        tick = self._tick()
        items = [await self._inbox.get(), *self._drained()]
        if tick is not None:
            tick.cancel()
        return [item for item in items if not isinstance(item, _Signal)], _Signal.STOP not in items

    def _tick(self) -> asyncio.Handle | None:
        wake = self._retry_at if self._is_unsure else wakes_at(self.room)
        if wake is None:
            return None
        wait_ms = max(0, max(wake, self._retry_at) - self._now())
        return asyncio.get_running_loop().call_later(wait_ms / 1000, self._inbox.put_nowait, _Signal.TICK)

    def _drained(self) -> list[_Waiting | _Signal]:
        drained: list[_Waiting | _Signal] = []
        while not self._inbox.empty() and len(drained) < MOST_IN_A_BATCH:
            drained.append(self._inbox.get_nowait())
        return drained

    async def _carry_out(self, requests: list[_Waiting]) -> None:
        try:
            batch = await self._appended(requests)
        except StoreDown as error:
            log.warning("append failed", room=self.room.code, error=str(error))
            self._retry_at = Millis(self._now() + round(RETRY_S * 1000))
            self._is_unsure = True
            _give([(answer, refuse("try_again")) for _, answer in requests])
            return
        self.room = batch.room
        self._applied.update(batch.applied)
        _give([(future, answer) for (_, future), answer in zip(requests, batch.answers, strict=True)])
        if batch.entries:
            self._publish()

    async def _appended(self, requests: list[_Waiting]) -> _Batch:
        """What was decided and is now committed; after a lost race it is decided again. Raises StoreDown."""
        if self._is_unsure:
            # the append that failed may have been committed all the same
            await self._catch_up()
            self._is_unsure = False
        while True:
            batch = self._decided([request for request, _ in requests])
            if not batch.entries:
                return batch
            try:
                await self._store.append(
                    self.room.code, self.room.version, batch.entries, batch.room.phase, wakes_at(batch.room)
                )
                return batch
            except (Conflict, DuplicateCommand):
                await self._catch_up()

    def _decided(self, requests: Iterable[Request]) -> _Batch:
        batch = _Batch(self.room)
        now = self._now()
        for command in self._due(now):
            refusal = self._decide(batch, command, None, None, now)
            if refusal is not None:
                raise RuntimeError(f"the table's own {type(command).__name__} was refused: {refusal.code}")
        for request in requests:
            batch.answers.append(self._answered(batch, request, now))
        return batch

    def _due(self, now: Millis) -> Iterable[Command]:
        """The commands the room's own clock sends; each is safe to send twice."""
        play = self.room.play
        if play is None or now < self._retry_at or (wakes_at(self.room) or now + 1) > now:
            return
        if play.opens_at is not None and play.opens_at <= now:
            yield Open(play.ask)
        for seat in play.asks:
            until = expires_at(self.room, seat)
            if until is not None and until <= now:
                yield Expire(play.ask, seat)
        yield from due_choices(self.room, now)

    def _answered(self, batch: _Batch, request: Request, now: Millis) -> Answer:
        key = request.key
        before = (batch.applied.get(key) or self._applied.get(key)) if key is not None else None
        if before is not None:
            body, answer = before
            return answer if body == request.body else refuse("id_used")
        seat = batch.room.seat_of(request.holder) if request.holder is not None else None
        if request.holder is not None and seat is None:
            return refuse("no_seat")
        command = request.make(NO_SEAT if seat is None else seat)
        refusal = self._decide(batch, command, key, request.body, now)
        if refusal is not None:
            return refusal
        answer = done(batch.room, command.holder if isinstance(command, TakeSeat | AddDevice) else request.holder)
        if key is not None:
            batch.applied[key] = (request.body, answer)
        return answer

    def _decide(
        self, batch: _Batch, command: Command, key: CommandKey | None, body: Digest | None, now: Millis
    ) -> Refusal | None:
        facts = decide(batch.room, command, now)
        if isinstance(facts, Refusal):
            return facts
        for place, fact in enumerate(facts, start=1):
            mark = (key, body) if place == len(facts) else (None, None)
            entry = Entry(Version(batch.room.version + 1), now, fact, *mark)
            batch.room = step(batch.room, entry)
            batch.entries.append(entry)
        return None

    async def _catch_up(self) -> None:
        """Takes in what another process appended meanwhile. Raises StoreDown."""
        room, applied = follow(self.room, await self._store.load(self.room.code, self.room.version))
        if room is not None:
            self.room = room
        self._applied.update(applied)
        self._publish()

    def _publish(self) -> None:
        """Looks who is here and tells every connection that may know of a change."""
        holders = {each.holder for each in self._subscriptions if each.holder is not None} | self._just_gone.keys()
        seats = (self.room.seat_of(holder) for holder in holders)
        self.here = frozenset(seat for seat in seats if seat is not None)
        for subscription in tuple(self._subscriptions):
            subscription.notice()

    def _unsubscribe(self, subscription: Subscription) -> None:
        self._subscriptions.discard(subscription)
        self._idle_since = self._now()
        if subscription.holder is not None:
            self._just_gone[subscription.holder] += 1
            asyncio.get_running_loop().call_later(GONE_AFTER_S, self._gone, subscription.holder)

    def _gone(self, holder: Digest) -> None:
        self._just_gone -= Counter([holder])
        self._publish()


def _give(answers: Iterable[tuple[asyncio.Future[Answer], Answer]]) -> None:
    for future, answer in answers:
        if not future.done():
            future.set_result(answer)
