"""The bots' questions on their way to the process in which they think: which comes first, and what becomes of those
that are not answered."""

import asyncio
import itertools
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeVar

import structlog

from app.live.thinking.process import COMMAND, ThinkingProcess
from app.live.thinking.thought import CameOf, Thought
from app.tasks import ended
from engine.bots.question import Question, Retrospect, packed, read_answer

log = structlog.get_logger(__name__)

T = TypeVar("T")

MOST_WAITING = 128
"""So many questions wait at most: some two seconds of work. More would not be answered in time either."""

LONGEST_S = 600.0 if sys.platform != "win32" else 60.0
"""How long an answer may take, however little of the processor it gets. A bot that computes without end has ended long
before, by its processor time (``CPU_S`` in ``engine.bots.thinking``), but on Windows."""

START_S = 120.0
"""How long the process may take until it is ready, which takes 0.2 s on a computer of our days."""

REST_S = 5.0
"""How long nothing is asked after the process could not be started."""


class _Asked(NamedTuple):
    due: float
    number: int
    thought: Thought
    question: Question | Retrospect
    data: bytes


class Thinking:
    """Where the bots of one server process think. The process it needs is started with the first question."""

    def __init__(
        self, command: Sequence[str] = COMMAND, counted: Callable[[CameOf], None] = lambda came_of: None
    ) -> None:
        """``command``: the program that answers. ``counted`` is told what came of each choice."""
        self.process = ThinkingProcess(command)
        self.counted = counted
        self._waiting: list[_Asked] = []
        self._numbers = itertools.count()
        self._has_more = asyncio.Event()
        self._rests_until = 0.0
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def think(self, question: Question | Retrospect, in_s: float) -> Thought:
        """Asks the question, of which the answer is wanted in so many seconds: what is wanted sooner comes first. One
        too many is refused. Raises whatever packing it may fail by."""
        now = asyncio.get_running_loop().time()
        thought = Thought(self._drop)
        if self._is_closed or now < self._rests_until or len(self._waiting) >= MOST_WAITING:
            thought.end(failed="refused")
            return thought
        heappush(self._waiting, _Asked(now + in_s, next(self._numbers), thought, question, packed(question)))
        self._has_more.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="thinking")
        return thought

    async def close(self) -> None:
        """Ends the process. What was asked is not answered any more."""
        self._is_closed = True
        self.process.kill(for_good=True)
        if self._task is not None:
            await ended([self._task])
            # behind what the thread is about, which has nobody to wait for any more
            await asyncio.get_running_loop().run_in_executor(self._thread, self.process.reap)
        self._thread.shutdown()
        self._fail_waiting()

    async def _run(self) -> None:
        while True:
            while not self._waiting:
                self._has_more.clear()
                await self._has_more.wait()
            asked = heappop(self._waiting)
            if await self._in_thread(self.process.start, START_S):
                await self._answer(asked)
            else:
                log.error("bots cannot think", rest_s=REST_S)
                self._rests_until = asyncio.get_running_loop().time() + REST_S
                asked.thought.end(failed="failed", has_lost_process=True)
                self._fail_waiting()

    async def _answer(self, asked: _Asked) -> None:
        game, level = asked.question.game, asked.question.level
        data = await self._in_thread(lambda: self.process.ask(asked.data), LONGEST_S)
        try:
            answer = read_answer(data) if data is not None else None
        except ValueError:
            # whatever wrote that: the next answer would be no better
            answer = None
            self.process.kill()
        if answer is None:
            log.error("bot stuck, or its process ended", game=game, level=level)
        elif answer.choice is None:
            # the kind and the place, not the words, which could hold a card
            log.error("bot failed", game=game, level=level, error=answer.error, where=answer.where)
        if answer is not None and answer.choice is not None:
            asked.thought.end(answer.choice)
        else:
            asked.thought.end(failed="failed", has_lost_process=answer is None)

    async def _in_thread(self, call: Callable[[], T], within_s: float) -> T:
        """What the call comes to, which waits for the process: if for too long, that is killed."""
        called = asyncio.get_running_loop().run_in_executor(self._thread, call)
        _, late = await asyncio.wait([called], timeout=within_s)
        if late:
            self.process.kill()
        return await called

    def _drop(self, thought: Thought) -> None:
        self._waiting = [asked for asked in self._waiting if asked.thought is not thought]
        heapify(self._waiting)

    def _fail_waiting(self) -> None:
        for asked in self._waiting:
            asked.thought.end(failed="failed", has_lost_process=True)
        self._waiting = []
