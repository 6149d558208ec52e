"""How the process in which bots think lets those go first who serve people, where both are on one core.

A low priority alone does not do that. Who is woken after more than its share a moment ago, as a server is that has just
shown a table, waits until the system looks at the core again: 4 ms on a Linux of 250 ticks a second. A bot thinks for
longer than that, so it asks for such a look itself, again and again (``sched_yield(2)``)."""

import os
import signal
import sys

EVERY_S = 0.0005
"""From one look to the next, in seconds. Each gives away what was left of a turn: beside somebody who computes all the
time, bots get two thirds of what their priority is worth; of looks twice as far apart, nearly all."""


class Yielding:
    """Lets others go first while it is entered. Made in the main thread, once in a process; it keeps its signal to
    itself until the process ends, as one could still be on its way."""

    def __init__(self) -> None:
        self._is_on = False
        if sys.platform != "win32":
            signal.signal(signal.SIGALRM, lambda *_: self._yield())

    def __enter__(self) -> None:
        self._is_on = True
        self._again()

    def __exit__(self, *_: object) -> None:
        self._is_on = False
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _yield(self) -> None:
        if sys.platform != "win32":
            os.sched_yield()
        self._again()

    def _again(self) -> None:
        # one at a time: beside somebody busy a look takes longer than it is to the next, which would come in its midst
        if self._is_on and sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, EVERY_S)
