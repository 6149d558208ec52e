"""Watch over an event loop: how long each of its steps blocks it.

It measures processor time of the loop's own thread. It also measures how long other threads hold the interpreter's
lock (GIL), so that the loop cannot run.

While one step runs, the server serves nobody else. A step that waits for a processor on a busy machine does not
count as longer. On virtual machines the time without a processor may count as well. So a test with
``SHOWN_EACH_TIME`` only reports what blocks the loop in every run.

A slow hour makes a step longer, too. So a step over the bound is scaled by the machine's speed right after it. Run
``python -m tests.web.loop_watch`` to print the duration of the fixed piece of work on this machine."""

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
"""Longest permitted step in seconds, on the machine that ``PIECE_S`` names."""

PIECE_S = 0.0004
"""Seconds for one piece of work on the reference machine.

It is the median of 2,000, 2026-11-27, quiet virtual machine, AMD EPYC, Python 3.11.7."""

PIECES = 15
"""Number of pieces that are measured after a step that seems too long."""

_WORDS = re.compile(r"[a-z]+|\d+")


class LoopBlockedError(AssertionError):
    """Steps that blocked the loop for too long, with their milliseconds."""


SHOWN_EACH_TIME = pytest.mark.flaky(reruns=2, only_rerun=[LoopBlockedError.__name__])
"""Mark for tests that use this watch: reruns a test that found a long step.

A request that blocks the loop does so whenever it is sent. No other failure is rerun. The rerun uses a new server
with empty caches, because a cache would make the second run lighter. The test fails if the same request is too long
in each of three runs."""

TURN_S = 0.001
"""Seconds between two turns of the watching thread.

A thread that holds the lock for longer has used more processor time when the watching thread gets it."""

LOCK = "(lock)"
"""Suffix of an action during which a thread held the lock for too long."""

NOTHING = "nothing"
"""Label for steps that belong to no request."""

Step = Callable[[asyncio.Handle], None]


@dataclass
class LoopWatch:
    """Measurements of the loop of one thread."""

    about: str = ""
    """Current action, to which all further steps count."""
    thread: int | None = None
    longest: dict[str, float] = field(default_factory=dict)
    """Longest step in seconds, by action."""
    kept: dict[str, float] = field(default_factory=dict)
    """Longest time for which another thread held the lock, by action.

    It is counted in processor seconds of that thread."""
    turn: float = 0.0
    """Time when the loop or the watch last had the lock."""
    seen: dict[int, "Seconds"] = field(default_factory=dict)
    """Seconds that each thread had used by then, or one turn earlier."""
    is_lenient: bool = True
    """True if the watch's own wait for a processor is subtracted.

    On a busy machine that may be most of the time. Tests that look for a known fault set it to False."""
    watcher: int | None = None
    """Thread that takes turns."""
    taking: threading.Lock = field(default_factory=threading.Lock)
    """Lock for taking turns: of two concurrent ones, the older readings would win."""

    def begin(self, about: str) -> None:
        """Begin another action."""
        self.about = about
        self.longest.setdefault(about, 0.0)

    def too_long(self, most: float = MOST_S) -> dict[str, float]:
        """Return what blocked the loop for longer since the last call, in milliseconds."""
        held = {about: held for about, held in self.longest.items() if about != NOTHING}
        held |= {f"{about} {LOCK}": kept for about, kept in self.kept.items() if about != NOTHING}
        self.longest.clear()
        self.kept.clear()
        return {about: round(step * 1000, 1) for about, step in held.items() if step > most}

    def find_long_steps(self) -> set[str]:
        """Return what would block the loop for too long on the reference machine.

        It serves mutants, because this machine may be faster."""
        return set(self.too_long(MOST_S * min(1.0, time_piece() / PIECE_S)))

    def measure_step(self, run: Step) -> Step:
        """Wrap the loop's function that runs a step, to measure it."""

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
        """Take turns until ``is_over`` is set, in a thread of its own.

        A call that releases the lock while it works, as hashing does, blocks nobody."""
        self.watcher = threading.get_ident()
        with suppress(OSError):
            # where permitted: on a busy machine this thread would otherwise come late
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), -20)
        self.take_turn()
        while not is_over.wait(TURN_S):
            self.take_turn()

    def has_lock(self) -> None:
        """Note that the loop has the lock, at the beginning and end of each step.

        Within a step it may have released the lock."""
        now = time.perf_counter()
        if now - self.turn > MOST_S / 2:
            self.take_turn()
        else:
            self.turn = now

    def take_turn(self) -> None:
        """Note the processor time of other threads since the last turn.

        The caller's wait for a processor is subtracted. The loop's thread is measured by steps. The threads of the
        test and of the watch are ignored.

        The lock may change hands between any two readings here. So a turn reaches from before the previous turn's
        readings to behind its own. Time used in between is in one of both, whichever reading came first."""
        with self.taking:
            self._count(self.about, threading.get_native_id())

    def _count(self, about: str, own: int) -> None:
        began, before = time.perf_counter(), _seconds(own)
        known = {self.thread, threading.main_thread().ident, self.watcher}
        threads = {each.ident: each.native_id or 0 for each in threading.enumerate()}
        others = [threads[each] for each in threads if each not in known]
        seen = {thread: _seconds(thread) for thread in threads.values()}
        after, now = _seconds(own), time.perf_counter()
        # a new thread has used all of its time since the last turn
        unknown = Seconds(0.0, 0.0)
        known_before = self.seen or seen
        used = max((seen[each].ran - known_before.get(each, unknown).ran for each in others), default=0.0)
        waited = after.waited - self.seen.get(own, before).waited if self.is_lenient else 0.0
        kept, last = min(used, now - self.turn) - waited, self.kept.get(about, 0.0)
        self.kept[about] = max(last, scale_seconds(kept) if kept > last else kept)
        self.turn, self.seen = began, seen | {own: before}


class Seconds(NamedTuple):
    """Seconds that the system counts for a thread."""

    ran: float
    waited: float
    """Wait for a processor."""


def _seconds(thread: int) -> Seconds:
    """Return the seconds of a thread, or zero if it has ended."""
    with suppress(OSError):
        # must be cheap: every turn reads this for every thread
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
    """Do a fixed piece of work, mixed like the server's own.

    It has objects, calls, a regular expression and JSON."""
    seats = [_Seat(f"seat{number}", number) for number in range(400)]
    by_label = {seat.label(): seat for seat in seats}
    text = " ".join(sorted(by_label, key=lambda label: -by_label[label].number))
    lengths: dict[str, int] = {}
    for word in _WORDS.findall(text):
        lengths[word] = lengths.get(word, 0) + len(word)
    rows = [{"name": seat.name, "number": seat.number} for seat in by_label.values()]
    return len(orjson.dumps(rows)) + len(lengths)


def time_piece(pieces: int = PIECES) -> float:
    """Return the median processor seconds of a piece of work, in this thread."""
    took = []
    for _ in range(pieces):
        began = time.thread_time()
        do_piece()
        took.append(time.thread_time() - began)
    return statistics.median(took)


def scale_seconds(used: float) -> float:
    """Convert processor seconds to those of the reference machine.

    A faster machine keeps its own seconds."""
    return used / max(1.0, time_piece() / PIECE_S) if used > MOST_S else used


@contextmanager
def watching() -> Iterator[LoopWatch]:
    """Yield a watch over asyncio's own loop; the caller sets its thread.

    Callbacks at garbage collections are off meanwhile: a test library has some, a server has none. A parser holds
    the lock from its first byte to its last, and such a callback could release it there."""
    watch, is_over = LoopWatch(), threading.Event()
    asks = threading.Thread(target=watch.watch_lock, args=(is_over,), name="watch over the lock")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", watch.measure_step(asyncio.Handle._run))
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
"""Steps that were too long in each run of a test so far."""


def nobody_waited(held: dict[str, float]) -> None:
    """Check that no step was too long in all runs of this test.

    Raises LoopBlockedError if one was."""
    test = os.environ["PYTEST_CURRENT_TEST"]
    before = _SUSPECTS.pop(test, set(held))
    if suspects := {about: took for about, took in held.items() if about in before}:
        _SUSPECTS[test] = set(suspects)
        raise LoopBlockedError(suspects)


if __name__ == "__main__":
    sys.stdout.write(f"one piece: {1000 * time_piece(2_000):.3f} ms; the named machine: {1000 * PIECE_S:.3f} ms\n")
