"""Hosts and halls that do wrong what the real ones must do right: a check that passes them proves nothing."""

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
from app.live.thinking.pending_answer import Place
from app.rooms.model.clocks import stored_deadline
from app.rooms.model.ids import Millis, RoomCode


class AnswersEarly(RoomHost):
    """Answers and shows what is not committed yet."""

    async def _append(self, requests: list[Request], is_fresh: bool) -> Batch:
        batch = self._decide_batch(requests, True, self._clock.reach(self.room.at))
        append = self._store.append(
            self.room.code, self.room.version, batch.entries, batch.room.phase, stored_deadline(batch.room)
        )
        self._late = asyncio.ensure_future(append)
        return batch


class IgnoresFailure(RoomHost):
    """Goes on as if a failed append had been committed."""

    async def _append(self, requests: list[Request], is_fresh: bool) -> Batch:
        try:
            return await super()._append(requests, is_fresh)
        except StoreDownError:
            return self._decide_batch(requests, True, self._clock.reach(self.room.at))


class IgnoresDuplicates(RoomHost):
    """Applies a command each time it comes."""

    def put(self, request: Request) -> Answer | asyncio.Future[Answer]:
        return super().put(replace(request, id=None))


class WaitsForAll(RoomHost):
    """Lets everybody wait for what is on its way, whoever's it is."""

    def _decide_at_once(self, request: Request, now: Millis) -> Decision | Answer | None:
        return None


class OvertakesItself(RoomHost):
    """Answers at once whoever changes nothing yet, though what they asked before is on its way."""

    def _decide_at_once(self, request: Request, now: Millis) -> Decision | Answer | None:
        under_way, self._under_way = self._under_way, []
        try:
            return super()._decide_at_once(request, now)
        finally:
            self._under_way = under_way


class NeverCatchesUp(RoomHost):
    """Loses what another process appended, and tries for ever."""

    async def _catch_up(self) -> bool:
        await asyncio.sleep(1)
        return True


class WakesEverybody(RoomHost):
    """Wakes every connection whatever has happened."""

    def _publish(self, *, can_wait: bool = False) -> None:
        super()._publish(can_wait=can_wait)
        self._connections.wake()


class DropsTheRest(RoomHost):
    """Closes without carrying out what lies in the inbox."""

    async def close(self) -> None:
        self._is_closed = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class RingsEarly(RoomHost):
    """Its clock is fast."""

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        return super()._decide_batch(requests, is_owner, Millis(now + 1))


class LoadsTwice(RoomManager):
    """Lets everybody who asks at once bring a host of their own to life."""

    async def _host(self, code: RoomCode) -> RoomHost | None:
        host = self._hosts.get(code)
        return host if host is not None else await self._load(code)


class NeverDoubts(RoomManager):
    """Lets the clock strike whatever happened to its heartbeat."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Millis],
        idle_ms: int = 300_000,
        took: Callable[[float], None] = lambda seconds: None,
        thinking: Place | None = None,
    ) -> None:
        super().__init__(store, now, idle_ms, took, thinking)
        self._heartbeat = _Unshaken(store, now, self._give_back)


class _Unshaken(Heartbeat):
    def is_steady(self) -> bool:
        return True
