"""The mirrors of finished games: made where bots think, a few at a time and behind the bots, and kept beside the
replays. A mirror is made for as long as that takes: no slow or busy machine ends it, only a judge that fails."""

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
from app.live.thinking.pending_answer import Place
from app.live.work_queue import Asker, WorkQueue
from app.rooms.mirror.mirror import Mirror, mirror
from app.rooms.mirror.moments import Found, has_choice, moments_of, read_found
from app.rooms.model.ids import AskNumber, Digest, RoomCode
from app.rooms.model.room import Room
from app.rooms.views.replay import Moment, Replay
from app.tasks import end_tasks
from engine.bots.question import Retrospect
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

T = TypeVar("T")

KEPT = 256
"""Mirrors that are kept."""

AT_ONCE = 2
"""Mirrors that are made at the same time: one question of each waits among those of the bots."""

MOST = 32
"""Mirrors that are made or wait for it. Who asks for one more has to ask again."""

IN_S = 60.0
"""When an answer is wanted, in seconds: bots want theirs sooner."""

REST_S = 1.0
"""How long after a question got no answer it is asked again."""

TRIES = 3
"""How often the process may end at one question, or fail to begin. Then the judge has failed."""

Key = tuple[RoomCode, int, Seat]


@dataclass(slots=True)
class Making:
    """A mirror that is being made."""

    done: int = 0
    """Moments that were judged."""
    of: int = 0
    """All there are; 0 as long as nobody has counted them."""


class _Kept(NamedTuple):
    mirror: Mirror
    holders: frozenset[Digest]
    """The devices that had the seat at the end of the game."""


class Mirrors:
    """Makes mirrors and keeps some. A game that is over never changes, so neither does its mirror."""

    def __init__(self, place: Place, queue: WorkQueue, keep: int = KEPT) -> None:
        """``place``: where moments are judged. ``queue``: where all else of a mirror is computed."""
        self._place = place
        self._queue = queue
        self._keep = keep
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._making: dict[Key, Making] = {}
        self._failed: set[Key] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[asyncio.Task[None], RoomCode] = {}

    def kept(self, code: RoomCode, number: int, seat: Seat) -> Mirror | None:
        """The mirror of that game of the room, if it has been made."""
        kept = self._kept.get((code, number, seat))
        return kept.mirror if kept is not None else None

    def of_player(self, room: Room, seat: Seat) -> tuple[Mirror, ...]:
        """Those of the room's games that have been made for whoever has the seat now, the first game first."""
        occupant = room.occupant(seat)
        own = frozenset(occupant.holders if occupant is not None else ())
        mine = [each for key, each in self._kept.items() if key[0] == room.code and not own.isdisjoint(each.holders)]
        return tuple(sorted([each.mirror for each in mine], key=lambda mirror: mirror.number))

    def look(self, code: RoomCode, replay: Replay, seat: Seat, asker: Asker) -> Mirror | Making:
        """The mirror of a game that is over, or how far it is: the first who looks has it made, unless too many are
        being made now.

        Raises NoMirrorError once when it could not be made, and OverBudgetError."""
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
            return Making()
        self._queue.check(asker)
        making = self._making[key] = Making()
        task = asyncio.create_task(self._make(key, replay, making, asker), name=f"mirror {code}")
        self._tasks[task] = code
        task.add_done_callback(self._tasks.pop)
        return making

    def forget(self, code: RoomCode) -> None:
        """Keeps nothing of a room, and makes nothing of it any more."""
        for kept in (self._kept, self._making):
            for key in [key for key in kept if key[0] == code]:
                del kept[key]
        self._failed = {key for key in self._failed if key[0] != code}
        for task, of in self._tasks.items():
            if of == code:
                task.cancel()

    async def close(self) -> None:
        """Makes none any more."""
        await end_tasks(self._tasks)

    async def _make(self, key: Key, replay: Replay, making: Making, asker: Asker) -> None:
        seat = key[2]

        async def computed(work: Callable[[], T]) -> T:
            return await self._queue.run(asker, work, is_admitted=True)

        try:
            async with self._turns:
                moments = await computed(lambda: moments_of(replay, seat))
                making.of = len(moments)
                found: dict[AskNumber, Found] = {}
                for moment in moments:
                    question = await computed(partial(retrospect, replay, seat, moment))
                    found[moment.ask] = await self._judged(question)
                    making.done += 1
                made = await computed(lambda: mirror(replay, seat, found))
            if self._making.get(key) is making:
                occupant = replay.room.occupant(seat)
                self._kept[key] = _Kept(made, frozenset(occupant.holders if occupant is not None else ()))
        except Exception as error:
            # whatever a game or its estimate fails by: who waits is told, and who looks then has it made anew
            log.error("mirror not made", game=replay.game.key, error=type(error).__name__)
            self._failed.add(key)
        finally:
            if self._making.get(key) is making:
                del self._making[key]
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)

    async def _judged(self, question: Retrospect) -> Found:
        """Ask the estimate about a moment. Asks for as long as the place is busy or begins anew. Raises NoMirrorError
        when the judge fails, and ValueError for what it cannot have said."""
        lost = 0
        while lost < TRIES:
            pending = self._place.think(question, IN_S)
            try:
                await pending.ended()
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
    """The question about one moment: the seat's own view of it, and what was revealed. Its chance comes from the game's
    seed, so that the same is found again."""
    game, play = replay.game, replay.room.play
    seed = bytes.fromhex(play.seed) if play is not None else b""
    dice = hmac.digest(seed, f"mirror/{moment.ask}/{seat}".encode(), hashlib.sha256)
    ask = game.asks(moment.before)[seat] if has_choice(replay, seat, moment) else None
    return Retrospect(game.key, game.view(moment.before, seat), ask, dict(moment.choices) if ask else {}, dice)
