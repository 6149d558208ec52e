"""Liveness of a worker process, judged by the beats of its event loop."""

from typing import Protocol

MOST_A_LOOK_S = 1.0
"""Most seconds that one look counts.

A supervisor that was suspended has seen nothing."""

START_FACTOR = 10
"""Factor for a worker's first heartbeat: it may have a large store to load."""


class Beats(Protocol):
    """Counter in shared memory that a worker's event loop raises."""

    value: int


class Liveness:
    """Beats of one worker, and for how long none has come."""

    def __init__(self, beats: Beats, limit_s: float) -> None:
        """Take the seconds without a heartbeat after which the worker counts as hung."""
        self._beats = beats
        self._limit_s = limit_s
        self._seen = 0
        self._silent_s = 0.0

    def look(self, elapsed_s: float) -> None:
        """Look at the counter, ``elapsed_s`` seconds after the last look."""
        if self._beats.value != self._seen:
            self._seen = self._beats.value
            self._silent_s = 0.0
        else:
            self._silent_s += min(elapsed_s, MOST_A_LOOK_S)

    @property
    def has_begun(self) -> bool:
        """True once a heartbeat has come."""
        return self._seen > 0

    @property
    def is_hung(self) -> bool:
        """True if the worker has been silent for too long."""
        return self._silent_s > self._limit_s * (1 if self.has_begun else START_FACTOR)
