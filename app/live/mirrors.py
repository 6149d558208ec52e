"""Mirrors of finished games: made on the bots' workers, and cached.

A few are made at a time, with lower priority than the bots. No slow or busy machine ends a mirror, only a judge that
fails."""

import asyncio
import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

import structlog

from app.live.errors import NoMirrorError
from app.live.thinking.pending_answer import BotProcess
from app.live.work_queue import Asker, WorkQueue
from app.rooms.mirror.mirror import Mirror, mirror
from app.rooms.mirror.moments import Estimate, has_choice, moments_of, read_found
from app.rooms.model.ids import AskNumber, Digest, RoomCode
from app.rooms.model.room import Room
from app.rooms.views.replay import Moment, Replay
from app.tasks import end_tasks
from engine.bots.question import Retrospect
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

T = TypeVar("T")

KEPT = 256
"""Number of cached mirrors."""

AT_ONCE = 2
"""Number of mirrors made at once; each has one question in the bots' queue."""

MOST = 32
"""Largest number of mirrors in work or waiting; further requests must be repeated."""

IN_S = 60.0
"""Deadline of an answer, in seconds; bots want theirs sooner."""

REST_S = 1.0
"""Delay before an unanswered question is asked again, in seconds."""

TRIES = 3
"""Number of times the process may end at one question, or fail to start.

After that the judge has failed."""

Key = tuple[RoomCode, int, Seat]


@dataclass(slots=True)
class PendingMirror:
    """A mirror that is being made."""

    done: int = 0
    """Moments that were judged."""
    of: int = 0
    """All there are; 0 as long as nobody has counted them."""


class _CachedMirrors(NamedTuple):
    mirror: Mirror
    holders: frozenset[Digest]
    """The devices that had the seat at the end of the game."""


class Mirrors:
    """Maker and cache of mirrors.

    A finished game never changes, so neither does its mirror."""

    def __init__(self, place: BotProcess, queue: WorkQueue, keep: int = KEPT) -> None:
        """Set up without any mirror.

        ``place``: judges moments. ``queue``: computes the rest of a mirror. ``keep``: the size of the cache."""
        self._place = place
        self._queue = queue
        self._keep = keep
        self._kept: OrderedDict[Key, _CachedMirrors] = OrderedDict()
        self._making: dict[Key, PendingMirror] = {}
        self._failed: set[Key] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[asyncio.Task[None], RoomCode] = {}

    def get_cached(self, code: RoomCode, number: int, seat: Seat) -> Mirror | None:
        """Return the cached mirror of that game; None if it has not been made."""
        kept = self._kept.get((code, number, seat))
        return kept.mirror if kept is not None else None

    def list_for_player(self, room: Room, seat: Seat) -> tuple[Mirror, ...]:
        """Return the cached mirrors of the seat's present player, oldest game first."""
        occupant = room.occupant(seat)
        own = frozenset(occupant.holders if occupant is not None else ())
        mine = [each for key, each in self._kept.items() if key[0] == room.code and not own.isdisjoint(each.holders)]
        return tuple(sorted([each.mirror for each in mine], key=lambda mirror: mirror.number))

    def look(self, code: RoomCode, replay: Replay, seat: Seat, asker: Asker) -> Mirror | PendingMirror:
        """Return the mirror of a finished game, or its progress.

        The first request starts the work, unless too many mirrors are being made. Raises NoMirrorError once if it
        could not be made, and OverBudgetError."""
        key = (code, replay.number, seat)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key].mirror
        if key in self._failed:
            self._failed.discard(key)
            raise NoMirrorError("its moments could not be judged")
        if key in self._making:
            return self._making[key]
        if len(self._making) >= MOST:
            return PendingMirror()
        self._queue.check(asker)
        making = self._making[key] = PendingMirror()
        task = asyncio.create_task(self._make(key, replay, making, asker), name=f"mirror {code}")
        self._tasks[task] = code
        task.add_done_callback(self._tasks.pop)
        return making

    def forget(self, code: RoomCode) -> None:
        """Drop the room's mirrors and stop making them."""
        for kept in (self._kept, self._making):
            for key in [key for key in kept if key[0] == code]:
                del kept[key]
        self._failed = {key for key in self._failed if key[0] != code}
        for task, of in self._tasks.items():
            if of == code:
                task.cancel()

    async def close(self) -> None:
        """Stop making mirrors."""
        await end_tasks(self._tasks)

    async def _make(self, key: Key, replay: Replay, making: PendingMirror, asker: Asker) -> None:
        seat = key[2]

        async def compute(work: Callable[[], T]) -> T:
            return await self._queue.run(asker, work, is_admitted=True)

        try:
            async with self._turns:
                moments = await compute(lambda: moments_of(replay, seat))
                making.of = len(moments)
                found: dict[AskNumber, Estimate] = {}
                for moment in moments:
                    question = await compute(partial(retrospect, replay, seat, moment))
                    found[moment.ask] = await self._judge(question)
                    making.done += 1
                made = await compute(lambda: mirror(replay, seat, found))
            if self._making.get(key) is making:
                occupant = replay.room.occupant(seat)
                self._kept[key] = _CachedMirrors(made, frozenset(occupant.holders if occupant is not None else ()))
        except Exception as error:
            # after any failure the waiting viewers are told; the next request tries again
            log.error("mirror not made", game=replay.game.key, error=type(error).__name__)
            self._failed.add(key)
        finally:
            if self._making.get(key) is making:
                del self._making[key]
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)

    async def _judge(self, question: Retrospect) -> Estimate:
        """Ask the estimate about a moment, as long as the place is busy or restarts.

        Raises NoMirrorError if the judge fails, and ValueError for an impossible answer."""
        lost = 0
        while lost < TRIES:
            pending = self._place.think(question, IN_S)
            try:
                await pending.wait_for_end()
            finally:
                pending.drop()
            if pending.choice is not None:
                return read_found(pending.choice)
            if pending.failed == "failed" and not pending.has_lost_process:
                break
            lost += pending.has_lost_process
            await asyncio.sleep(REST_S)
        raise NoMirrorError("a moment could not be judged")


def retrospect(replay: Replay, seat: Seat, moment: Moment) -> Retrospect:
    """Return the question about one moment: the seat's own view and the reveal.

    Its randomness comes from the game's seed, so the result is reproducible."""
    game, play = replay.game, replay.room.play
    seed = bytes.fromhex(play.seed) if play is not None else b""
    dice = hmac.digest(seed, f"mirror/{moment.ask}/{seat}".encode(), hashlib.sha256)
    ask = game.asks(moment.before)[seat] if has_choice(replay, seat, moment) else None
    return Retrospect(game.key, game.view(moment.before, seat), ask, dict(moment.choices) if ask else {}, dice)
