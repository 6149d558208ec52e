"""Garbage collection policy: new objects often, everything once an hour."""

import gc
import itertools
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = 10_000, 2, 1_000_000
"""Thresholds for ``gc.set_threshold``.

A collection sees 30,000 objects at most, and never all objects within a request."""
TICKS_AN_HOUR = 36_000
_ticks = itertools.count(1)


@contextmanager
def loading() -> Iterator[None]:
    """Collect nothing while modules load, and freeze what they made.

    The first collection after each load would otherwise look through all modules: a sixth of a start."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def start() -> None:
    """Freeze the program and set the thresholds.

    Call this once a process, before the first room is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def tick() -> None:
    """Collect new objects and freeze the rest: rooms live for hours.

    Call this ten times a second."""
    if next(_ticks) % TICKS_AN_HOUR == 0:
        gc.unfreeze()  # garbage that was still in use when it was frozen
        gc.collect()
    else:
        gc.collect(1)
    gc.freeze()
