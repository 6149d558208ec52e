"""Queue of bots' questions for the process in which they think."""

import asyncio
import itertools
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import structlog

from app.live.thinking.pending_answer import PendingAnswer, ThinkingOutcome
from app.live.thinking.pool import Pool, ProcessLostError
from app.tasks import end_tasks
from engine.bots.question import Question, Retrospect, pack_question, read_answer, sure_answer

log = structlog.get_logger(__name__)

MOST_WAITING = 128
"""Most waiting questions: some two seconds of work. More would be too late."""

LONGEST_S = 60.0
"""Most seconds for an answer, 150 times the longest on a current computer.

The process of a bot that computes without end ends then."""

REST_S = 5.0
"""Seconds of pause after the process was lost twice in a row."""


class _Job(NamedTuple):
    due: float
    number: int
    pending: PendingAnswer
    question: Question | Retrospect
    data: bytes


class Thinking:
    """Bots' thinking of one server process.

    It starts a process with the first question."""

    def __init__(
        self,
        on_outcome: Callable[[ThinkingOutcome], None] = lambda outcome: None,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        """Take ``on_outcome``, which gets the result of each choice.

        ``prepare`` is pickled and called there."""
        self.on_outcome = on_outcome
        self.pool = Pool(prepare)
        self._waiting: list[_Job] = []
        self._numbers = itertools.count()
        self._has_more = asyncio.Event()
        self._rests_until = 0.0
        self._losses = 0
        """Losses of the process since the last answer."""
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def think(self, question: Question | Retrospect, in_s: float) -> PendingAnswer:
        """Ask a question whose answer is wanted in so many seconds; the most urgent first.

        One too many is refused. Raises the errors of pickling it."""
        now = asyncio.get_running_loop().time()
        pending = PendingAnswer(self._drop)
        if self._is_closed or now < self._rests_until or len(self._waiting) >= MOST_WAITING:
            pending.end(failed="refused")
            return pending
        heappush(self._waiting, _Job(now + in_s, next(self._numbers), pending, question, pack_question(question)))
        self._has_more.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="thinking")
        return pending

    async def close(self) -> None:
        """End the process. Pending questions get no answer."""
        self._is_closed = True
        if self._task is not None:
            await end_tasks([self._task])
        await asyncio.to_thread(self.pool.close)
        self._fail_waiting()

    async def _run(self) -> None:
        while True:
            while not self._waiting:
                self._has_more.clear()
                await self._has_more.wait()
            await self._answer(heappop(self._waiting))

    async def _answer(self, asked: _Job) -> None:
        game, level = asked.question.game, asked.question.level
        try:
            answer = read_answer(await self.pool.run(sure_answer, asked.data, LONGEST_S))
        except ProcessLostError:
            log.error("bot stuck, or its process ended", game=game, level=level)
            asked.pending.end(failed="failed", has_lost_process=True)
            self._losses += 1
            if self._losses > 1:
                log.error("bots cannot think", rest_s=REST_S)
                self._rests_until = asyncio.get_running_loop().time() + REST_S
                self._fail_waiting()
            return
        self._losses = 0
        if answer.choice is not None:
            asked.pending.end(answer.choice)
        else:
            # the kind and the place, not the words, which could hold a card
            log.error("bot failed", game=game, level=level, error=answer.error, where=answer.where)
            asked.pending.end(failed="failed")

    def _drop(self, pending: PendingAnswer) -> None:
        self._waiting = [asked for asked in self._waiting if asked.pending is not pending]
        heapify(self._waiting)

    def _fail_waiting(self) -> None:
        for asked in self._waiting:
            asked.pending.end(failed="failed", has_lost_process=True)
        self._waiting = []
