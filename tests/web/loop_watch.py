"""A watch over an event loop: how long each of its steps holds it, in processor time of the loop's own thread; and how
long any thread of the process keeps the interpreter's lock, so that the loop could not run at all.

While one step runs nobody else is served. Processor time, so that a busy machine makes nothing worse: a step that
waits for its turn at the processor is not longer by that. Where a machine's processors are lent to others, the time in
which one was away may count as well: a test with ``SHOWN_EACH_TIME`` believes what holds the loop each time."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from app.status import TASK

MOST_S = 0.05
"""The longest that any step may take."""


class HeldTooLong(AssertionError):
    """What held the loop for longer than a step may, with the milliseconds."""


SHOWN_EACH_TIME = pytest.mark.flaky(reruns=2, only_rerun=[HeldTooLong.__name__])
"""For tests by this watch: what a request holds the loop with it does whenever it is sent. A test that finds something
too long, and no other that fails, is done anew, on a server that has kept nothing: else what is kept would make the
second time the lighter one."""

TURN_S = 0.001
"""So often another thread asks for its turn: whoever keeps the lock for longer shows in how much processor time the
process has used until it got one."""

LOCK = "(lock)"
"""Behind what was done while somebody kept the lock for too long."""

BESIDE = {TASK}
"""Tasks whose steps nobody waits for: the moments in which the process tidies itself up are theirs."""

NOTHING = "nothing"
"""What steps count for that are of no request."""

Step = Callable[[asyncio.Handle], None]


@dataclass
class LoopWatch:
    """What was seen of the loop of one thread."""

    about: str = ""
    """What is done now: the steps from here on count for it."""
    thread: int | None = None
    longest: dict[str, float] = field(default_factory=dict)
    """The longest step in seconds, by what was done."""
    kept: dict[str, float] = field(default_factory=dict)
    """The longest time in which no other thread had its turn, in processor seconds, by what was done."""
    exempt_s: float = 0.0
    """How long steps have taken that nobody waits for."""

    def begin(self, about: str) -> None:
        """Something else is done from now on."""
        self.about = about
        self.longest.setdefault(about, 0.0)

    def too_long(self, most: float = MOST_S) -> dict[str, float]:
        """What has held the loop for longer since this was asked last, with the milliseconds."""
        held = {about: held for about, held in self.longest.items() if about != NOTHING}
        held |= {f"{about} {LOCK}": kept for about, kept in self.kept.items() if about != NOTHING}
        self.longest.clear()
        self.kept.clear()
        return {about: round(step * 1000, 1) for about, step in held.items() if step > most}

    def watched(self, run: Step) -> Step:
        """The loop's way to run a step, watched."""

        def step(handle: asyncio.Handle) -> None:
            if threading.get_ident() != self.thread:
                run(handle)
                return
            about = self.about if _task(handle) not in BESIDE else NOTHING
            began = time.thread_time()
            try:
                run(handle)
            finally:
                took = time.thread_time() - began
                self.longest[about] = max(self.longest.get(about, 0.0), took)
                if about == NOTHING:
                    self.exempt_s += took

        return step

    def watch_lock(self, is_over: threading.Event) -> None:
        """Asks for a turn again and again until it is over; in a thread of its own. A call that lets the lock go while
        it works, as hashing does, keeps nobody waiting."""
        before = time.process_time() - self.exempt_s
        while not is_over.wait(TURN_S):
            about, now = self.about, time.process_time() - self.exempt_s
            self.kept[about] = max(self.kept.get(about, 0.0), now - before)
            before = now


def _task(handle: asyncio.Handle) -> str:
    """The name of the task whose step it is; empty for what is none's."""
    of = getattr(getattr(handle, "_callback", None), "__self__", None)
    return of.get_name() if isinstance(of, asyncio.Task) else ""


@contextmanager
def watching() -> Iterator[LoopWatch]:
    """A watch over asyncio's own loop; whoever runs it names its thread."""
    watch, is_over = LoopWatch(), threading.Event()
    asks = threading.Thread(target=watch.watch_lock, args=(is_over,), name="watch over the lock")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", watch.watched(asyncio.Handle._run))
        asks.start()
        try:
            yield watch
        finally:
            is_over.set()
            asks.join()


def nobody_waited(held: dict[str, float]) -> None:
    """Returns if nothing was too long. Raises HeldTooLong."""
    if held:
        raise HeldTooLong(held)
