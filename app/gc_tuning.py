"""When Python looks for what is held by nothing but itself. Left alone it walks through all there is at moments of its
own, and with a thousand sockets everybody waits for a third of a second meanwhile.

What the program consists of is not walked through again. Ten times a second what is young is set apart: rooms and
connections live for hours, and go at once when nobody holds them any more. While requests come it is looked through
before that, for these leave things that hold each other; play leaves none, and there a look now and then makes sure of
it. Left alone Python counts how many objects there are more than before: a thousand tables that go on take as many
away as they bring, and then twenty times as much is walked through at once. What was set apart is looked through now
and then in a quiet moment, or when so much was found that some may have been missed; never in the middle of something
that somebody waits for."""

import gc
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

THRESHOLDS = 10_000, 2, 1_000_000
"""So many more objects than before, so many lookings at the young, so many at the middle-aged: then the next older
ones are looked at too, even between two ticks. The last is never reached. One look goes through three times the first
at most: it keeps the interpreter's lock, and of twice as many it took up to 42 ms."""

FOUND = 1_000_000
"""After so many objects that were found everything is looked through, at the next moment for it: what
was in use at a tick and let go after it is not found otherwise."""

SHARE = 0.02
"""Looking at the young takes no larger part of the time, but where the next point says otherwise."""

WAIT_S = 0.4
"""So long it waits between two of these looks at most: what came in a longer time would be a longer pause."""

AFTER = 5
"""So many ticks after a request was answered, or after something was found, what is young is looked at before it is set
apart."""

UNSEEN = 20
"""So many times running what is young is set apart without a look."""

THOROUGH = 50
"""Each time it was quiet so often, what was set apart is looked through as well."""


@contextmanager
def loading() -> Iterator[None]:
    """Nothing is looked for meanwhile: what a program loads stays, and walking through it again and again takes a
    sixth of its start."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class GcTuning:
    """Decides for this process when it is tidied up."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """``clock``: seconds from some beginning."""
        self._clock = clock
        self._due = -math.inf
        """No look at what is young before that time."""
        self._before: tuple[int, int, int] | None = None
        self._is_frozen_by_us = False
        self._answered: object = None
        self._looks = 0
        """So many ticks still look at what is young."""
        self._unseen = 0
        """So many times what was young has been set apart since the last look."""
        self._missed = 0
        """So much may have been set apart unseen that is held by nothing but itself: as much each time as the look
        after it has found."""
        self._done = 0.0
        self._is_tidy = True
        self._quiet_times = 0
        self._found_before = 0
        """What had been found when everything was looked through last."""

    def start(self) -> None:
        """From now on; what is there by now stays for good. Whoever runs the program within a larger one may have
        decided before what stays: then that holds, and goes on when this has stopped."""
        self._before, self._found_before = gc.get_threshold(), _found()
        self._is_frozen_by_us = gc.get_freeze_count() == 0
        if self._is_frozen_by_us:
            gc.collect()
            gc.freeze()
        else:
            # what is young by now is the program, and no request is to walk through it
            gc.collect(1)
        gc.set_threshold(*THRESHOLDS)

    def stop(self) -> None:
        """As it was before; without a start nothing."""
        if self._before is not None:
            gc.set_threshold(*self._before)
            if self._is_frozen_by_us:
                gc.unfreeze()
            self._before = None

    def tick(self, answered: object) -> None:
        """Sets what is young apart, and looks at it first if there may be something to find and it is time for it. To
        be called ten times a second with what is another value after each request that was answered."""
        if self._before is None or not self._is_frozen_by_us:
            return
        if answered != self._answered:
            self._answered, self._looks = answered, AFTER
        began = self._clock()
        if self._looks or self._unseen >= UNSEEN:
            if began < self._due:
                return
            found = gc.collect(0)
            self._missed += found * self._unseen
            self._looks, self._unseen = AFTER if found else max(0, self._looks - 1), 0
            ended = self._clock()
            self._due = ended + min((ended - began) / SHARE, WAIT_S)
        else:
            self._unseen += 1
        gc.freeze()

    def look(self, done: float) -> None:
        """Tidies up if nothing has been done since the last look, but something before it, or if very much was found.
        ``done`` counts whatever somebody might wait for."""
        is_quiet, self._done = done == self._done, done
        is_much = _found() - self._found_before + self._missed >= FOUND
        if ((is_quiet and not self._is_tidy) or is_much) and self._before is not None:
            self._quiet_times += is_quiet
            self._tidy(thoroughly=is_much or (is_quiet and self._quiet_times % THOROUGH == 0))
        self._is_tidy = is_quiet

    def _tidy(self, *, thoroughly: bool) -> None:
        if thoroughly and self._is_frozen_by_us:
            gc.unfreeze()
        gc.collect()
        if thoroughly:
            self._found_before, self._missed = _found(), 0
        if self._is_frozen_by_us:
            gc.freeze()


def _found() -> int:
    """So many objects this process has found in all, at ticks and between them."""
    return sum(each["collected"] for each in gc.get_stats())
