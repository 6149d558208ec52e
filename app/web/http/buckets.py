"""Building blocks of limits: token bucket, sliding window, bounded mapping."""

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")

ROUNDING = 1e-6
"""Sums of tenths are not exact."""


class Bucket:
    """Token bucket that refills at a steady rate.

    All times are seconds of one clock."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, burst: float, per_second: float, now: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = burst
        self._at = now

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Return the seconds until ``cost`` tokens are available; 0 if they are."""
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        return 0.0 if self._left >= cost - ROUNDING else (cost - self._left) / self._per_second

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take the tokens and return 0, or take none and return the wait in seconds."""
        wait = self.wait(now, cost)
        if wait == 0:
            self._left -= cost
        return wait

    def charge(self, now: float, cost: float) -> None:
        """Take the tokens even if they are missing: the next caller waits for them."""
        self.wait(now)
        self._left -= cost

    def give(self, cost: float = 1.0) -> None:
        """Put tokens back, up to a full bucket."""
        self._left = min(self._burst, self._left + cost)


class Window:
    """Sliding window: a maximum number of entries within a number of seconds."""

    __slots__ = ("_count", "_span", "_times")

    def __init__(self, count: int, span: float) -> None:
        self._count = count
        self._span = span
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return the seconds until there is room for one more; 0 if there is now."""
        while self._times and self._times[0] <= now - self._span:
            self._times.popleft()
        left = len(self._times) - self._count
        return 0.0 if left < 0 else self._times[left] + self._span - now

    def add(self, now: float, times: int = 1) -> None:
        """Count one entry, or ``times`` entries."""
        self._times.extend([now] * times)

    def undo(self, times: int = 1) -> None:
        """Remove the last entry, or the last ``times`` entries."""
        for _ in range(min(times, len(self._times))):
            self._times.pop()


class BoundedDefaultDict(Generic[V]):
    """Mapping that makes values on first access and drops the least recent."""

    def __init__(self, make: Callable[[], V], most: int) -> None:
        self._make = make
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def __getitem__(self, key: Hashable) -> V:
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._make()
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        else:
            self._values.move_to_end(key)
        return value

    def __len__(self) -> int:
        return len(self._values)
