"""Faulty hosts and managers; a check that passes them proves nothing."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from app.journal.errors import StoreDownError
from app.journal.store import Store
from app.live.heartbeat import Heartbeat
from app.live.host.batch import Batch
from app.live.host.host import RoomHost
from app.live.host.requests import Answer, Decision, Request
from app.live.manager import RoomManager
from app.live.thinking.pending_answer import BotProcess
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.ids import Millis, RoomCode


class AnswersEarly(RoomHost):
    """Host that answers and shows uncommitted events."""

    async def _append(self, requests: list[Request], is_fresh: bool) -> Batch:
        batch = self._decide_batch(requests, True, self._clock.reach(self.room.at))
        append = self._store.append(
            self.room.code, self.room.version, batch.entries, batch.room.phase, compute_stored_deadline(batch.room)
        )
        self._late = asyncio.ensure_future(append)
        return batch


class IgnoresFailure(RoomHost):
    """Host that treats a failed append as committed."""

    async def _append(self, requests: list[Request], is_fresh: bool) -> Batch:
        try:
            return await super()._append(requests, is_fresh)
        except StoreDownError:
            return self._decide_batch(requests, True, self._clock.reach(self.room.at))


class IgnoresDuplicates(RoomHost):
    """Host that applies a repeated command again."""

    def put(self, request: Request) -> Answer | asyncio.Future[Answer]:
        return super().put(replace(request, id=None))


class WaitsForAll(RoomHost):
    """Host whose callers all wait for pending appends, even of other seats."""

    def _decide_at_once(self, request: Request, now: Millis) -> Decision | Answer | None:
        return None


class OvertakesItself(RoomHost):
    """Host that answers a read-only request before the caller's pending one."""

    def _decide_at_once(self, request: Request, now: Millis) -> Decision | Answer | None:
        under_way, self._under_way = self._under_way, []
        try:
            return super()._decide_at_once(request, now)
        finally:
            self._under_way = under_way


class NeverCatchesUp(RoomHost):
    """Host that ignores another process's appends and retries for ever."""

    async def _catch_up(self) -> bool:
        await asyncio.sleep(1)
        return True


class WakesEverybody(RoomHost):
    """Host that wakes every connection after any event."""

    def _publish(self, *, can_wait: bool = False) -> None:
        super()._publish(can_wait=can_wait)
        self._connections.wake()


class DropsTheRest(RoomHost):
    """Host that closes without applying its inbox."""

    async def close(self) -> None:
        self._is_closed = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class RingsEarly(RoomHost):
    """Host whose clock is fast."""

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        return super()._decide_batch(requests, is_owner, Millis(now + 1))


class LoadsTwice(RoomManager):
    """Manager that loads a host of its own for each concurrent request."""

    async def _host(self, code: RoomCode) -> RoomHost | None:
        host = self._hosts.get(code)
        return host if host is not None else await self._load(code)


class NeverDoubts(RoomManager):
    """Manager whose clock runs on after a failed heartbeat."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Millis],
        idle_ms: int = 300_000,
        took: Callable[[float], None] = lambda seconds: None,
        thinking: BotProcess | None = None,
    ) -> None:
        super().__init__(store, now, idle_ms, took, thinking)
        self._heartbeat = _Unshaken(store, now, self._outages.give_back)


class _Unshaken(Heartbeat):
    def is_steady(self) -> bool:
        return True
