"""The arithmetic of limits: a bucket that refills, a window that slides, a mapping that forgets."""

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")

ROUNDING = 1e-6
"""Sums of tenths are not exact."""


class Bucket:
    """Tokens that come back at a steady rate, up to a full bucket. All times are seconds of one clock."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, burst: float, per_second: float, now: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = burst
        self._at = now

    def wait(self, now: float, cost: float = 1.0) -> float:
        """How long until there are so many tokens; 0 when there are now."""
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        return 0.0 if self._left >= cost - ROUNDING else (cost - self._left) / self._per_second

    def take(self, now: float, cost: float = 1.0) -> float:
        """Takes so many tokens and gives 0, or takes none and gives the time until there are."""
        wait = self.wait(now, cost)
        if wait == 0:
            self._left -= cost
        return wait

    def charge(self, now: float, cost: float) -> None:
        """Take so many tokens, also those that there are not yet: who comes next waits for them."""
        self.wait(now)
        self._left -= cost

    def give(self, cost: float = 1.0) -> None:
        """Puts back what was taken; no bucket holds more than a full one."""
        self._left = min(self._burst, self._left + cost)


class Window:
    """At most so many within the last so many seconds."""

    __slots__ = ("_count", "_span", "_times")

    def __init__(self, count: int, span: float) -> None:
        self._count = count
        self._span = span
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """How long until there is room for one more; 0 when there is now."""
        while self._times and self._times[0] <= now - self._span:
            self._times.popleft()
        left = len(self._times) - self._count
        return 0.0 if left < 0 else self._times[left] + self._span - now

    def add(self, now: float, times: int = 1) -> None:
        """Counts one, or as many as it stands for."""
        self._times.extend([now] * times)

    def undo(self, times: int = 1) -> None:
        """Forgets the last one, or as many as it stood for."""
        for _ in range(min(times, len(self._times))):
            self._times.pop()


class Remembered(Generic[V]):
    """Values by key, made when first asked for; of too many, the one unseen for longest is forgotten."""

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
