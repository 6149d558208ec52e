"""A watch over an event loop: how long each of its steps holds it, in processor time of the loop's own thread; and how
long a thread beside it keeps the interpreter's lock, so that the loop could not run at all.

While one step runs nobody else is served. Processor time, so that a busy machine makes nothing worse: a step that
waits for its turn at the processor is not longer by that. Where a machine's processors are lent to others, the time in
which one was away may count as well: a test with ``SHOWN_EACH_TIME`` believes what holds the loop each time.

A slow hour makes a step longer, too. So a step over the bound counts by the speed that the machine has right after it:
``python -m tests.web.loop_watch`` prints what the fixed piece of work takes here."""

import asyncio
import gc
import os
import re
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson
import pytest

from app.gc_policy import THRESHOLDS

MOST_S = 0.05
"""The longest that any step may take, on the machine that ``PIECE_S`` names."""

PIECE_S = 0.0004
"""What one piece of work takes: median of 2,000, 2026-11-27, quiet virtual machine, AMD EPYC, Python 3.11.7."""

PIECES = 15
"""So many are measured after a step that seems too long."""

_WORDS = re.compile(r"[a-z]+|\d+")


class LoopBlockedError(AssertionError):
    """What held the loop for longer than a step may, with the milliseconds."""


SHOWN_EACH_TIME = pytest.mark.flaky(reruns=2, only_rerun=[LoopBlockedError.__name__])
"""For tests by this watch: what a request holds the loop with it does whenever it is sent. A test that finds something
too long, and no other that fails, is done anew, on a server that has kept nothing: else what is kept would make the
second time the lighter one. It fails when the same request is too long in each of the three runs."""

TURN_S = 0.001
"""So often another thread asks for its turn. Whoever keeps the lock for longer has used more processor time until that
thread has it."""

LOCK = "(lock)"
"""Behind what was done while somebody kept the lock for too long."""

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
    """The longest that a thread beside the loop let nobody have a turn, in its processor seconds, by what was done."""
    turn: float = 0.0
    """When the loop or the watch has last had the lock."""
    seen: dict[int, "Seconds"] = field(default_factory=dict)
    """What each thread had used by then, or by a turn before."""
    is_lenient: bool = True
    """Whether what the watch itself has waited for a processor is nobody's fault. On a busy machine that may be most of
    the time: who looks for a fault that is there says no."""
    watcher: int | None = None
    """The thread that asks for turns."""
    taking: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever takes a turn: of two at once, the older readings would be kept."""

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

    def found(self) -> set[str]:
        """Name what would hold the loop for too long on the named machine. For mutants: this one may be faster."""
        return set(self.too_long(MOST_S * min(1.0, time_piece() / PIECE_S)))

    def watched(self, run: Step) -> Step:
        """The loop's way to run a step, watched."""

        def step(handle: asyncio.Handle) -> None:
            if threading.get_ident() != self.thread:
                run(handle)
                return
            about = self.about
            self.has_lock()
            began = time.thread_time()
            try:
                run(handle)
            finally:
                used = time.thread_time() - began
                self.has_lock()
                if used > max(MOST_S, self.longest.get(about, 0.0)):
                    used = scale_seconds(used)
                    self.has_lock()
                self.longest[about] = max(self.longest.get(about, 0.0), used)

        return step

    def watch_lock(self, is_over: threading.Event) -> None:
        """Asks for a turn again and again until it is over; in a thread of its own. A call that lets the lock go while
        it works, as hashing does, keeps nobody waiting."""
        self.watcher = threading.get_ident()
        with suppress(OSError):
            # where that is allowed: on a busy machine it would come late for other reasons
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), -20)
        self.take_turn()
        while not is_over.wait(TURN_S):
            self.take_turn()

    def has_lock(self) -> None:
        """The loop has the lock, at the beginning and the end of each step; within one it may have let it go."""
        now = time.perf_counter()
        if now - self.turn > MOST_S / 2:
            self.take_turn()
        else:
            self.turn = now

    def take_turn(self) -> None:
        """Notes what the other threads have used since the last turn, but for what the caller has waited for a
        processor. The loop's thread is watched by steps; the test's and the watch's count for nothing.

        The lock may be taken away between any two readings here. So a turn reaches from before the readings of the one
        before it to behind its own: what was used in between is in one of both, whichever reading came first."""
        with self.taking:
            self._count(self.about, threading.get_native_id())

    def _count(self, about: str, own: int) -> None:
        began, before = time.perf_counter(), _seconds(own)
        known = {self.thread, threading.main_thread().ident, self.watcher}
        threads = {each.ident: each.native_id or 0 for each in threading.enumerate()}
        others = [threads[each] for each in threads if each not in known]
        seen = {thread: _seconds(thread) for thread in threads.values()}
        after, now = _seconds(own), time.perf_counter()
        # a thread that has begun since has used all of it since
        unknown = Seconds(0.0, 0.0)
        known_before = self.seen or seen
        used = max((seen[each].ran - known_before.get(each, unknown).ran for each in others), default=0.0)
        waited = after.waited - self.seen.get(own, before).waited if self.is_lenient else 0.0
        kept, last = min(used, now - self.turn) - waited, self.kept.get(about, 0.0)
        self.kept[about] = max(last, scale_seconds(kept) if kept > last else kept)
        self.turn, self.seen = began, seen | {own: before}


class Seconds(NamedTuple):
    """What the system counts for a thread."""

    ran: float
    waited: float
    """For a processor."""


def _seconds(thread: int) -> Seconds:
    """Of one that has ended there are none."""
    with suppress(OSError):
        # as cheap as it can be: this is read for every thread in each turn
        file = os.open(f"/proc/self/task/{thread}/schedstat", os.O_RDONLY)
        try:
            ran, waited, _ = os.read(file, 100).split()
        finally:
            os.close(file)
        return Seconds(int(ran) / 1e9, int(waited) / 1e9)
    return Seconds(0.0, 0.0)


@dataclass(frozen=True)
class _Seat:
    name: str
    number: int

    def label(self) -> str:
        return f"{self.name} {self.number}"


def do_piece() -> int:
    """Do a fixed piece of work, mixed as the server's own: objects, calls, a regular expression, JSON."""
    seats = [_Seat(f"seat{number}", number) for number in range(400)]
    by_label = {seat.label(): seat for seat in seats}
    text = " ".join(sorted(by_label, key=lambda label: -by_label[label].number))
    lengths: dict[str, int] = {}
    for word in _WORDS.findall(text):
        lengths[word] = lengths.get(word, 0) + len(word)
    rows = [{"name": seat.name, "number": seat.number} for seat in by_label.values()]
    return len(orjson.dumps(rows)) + len(lengths)


def time_piece(pieces: int = PIECES) -> float:
    """Median processor seconds of a piece of work, in this thread and now."""
    took = []
    for _ in range(pieces):
        began = time.thread_time()
        do_piece()
        took.append(time.thread_time() - began)
    return statistics.median(took)


def scale_seconds(used: float) -> float:
    """Convert processor seconds to those of the named machine. A faster machine keeps its own seconds."""
    return used / max(1.0, time_piece() / PIECE_S) if used > MOST_S else used


@contextmanager
def watching() -> Iterator[LoopWatch]:
    """A watch over asyncio's own loop; whoever runs it names its thread.

    A library of the tests may be called at each collection of garbage. It is not meanwhile: a server has none, and the
    lock, which a parser keeps from its first byte to its last, could be taken from it there."""
    watch, is_over = LoopWatch(), threading.Event()
    asks = threading.Thread(target=watch.watch_lock, args=(is_over,), name="watch over the lock")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", watch.watched(asyncio.Handle._run))
        asks.start()
        called, gc.callbacks[:] = gc.callbacks[:], []
        before = gc.get_threshold()
        gc.set_threshold(*THRESHOLDS)
        try:
            yield watch
        finally:
            is_over.set()
            asks.join()
            gc.callbacks[:] = called
            gc.set_threshold(*before)


_SUSPECTS: dict[str, set[str]] = {}
"""What was too long in each run of a test so far."""


def nobody_waited(held: dict[str, float]) -> None:
    """Returns if nothing was too long that was too long in the runs of this test before. Raises LoopBlockedError."""
    test = os.environ["PYTEST_CURRENT_TEST"]
    before = _SUSPECTS.pop(test, set(held))
    if suspects := {about: took for about, took in held.items() if about in before}:
        _SUSPECTS[test] = set(suspects)
        raise LoopBlockedError(suspects)


if __name__ == "__main__":
    sys.stdout.write(f"one piece: {1000 * time_piece(2_000):.3f} ms; the named machine: {1000 * PIECE_S:.3f} ms\n")
