"""Log of refused connections: one line a minute at most."""

from collections import Counter
from collections.abc import Callable

import structlog

from app.web.http.limits import Clock

log = structlog.get_logger(__name__)

LINE_S = 60.0
"""Seconds between lines.

After so long without a refusal the bound is no longer reached."""


def count_nothing(why: str) -> None:
    """For guards without metrics."""


class GuardLog:
    """Refusals since the last line, as reasons and numbers, with nothing a peer sent."""

    def __init__(self, clock: Clock, count: Callable[[str], object] = count_nothing) -> None:
        """``count`` is called with the reason of each refusal."""
        self._clock = clock
        self._count = count
        self._refused: Counter[str] = Counter()
        self._not_before = clock()
        self._bound_at: float | None = None
        """Time of the last refusal by the bound; None if it is not reached."""

    def note(self, why: str, times: int = 1) -> None:
        """Count refusals of one reason; write the line if it is time."""
        for _ in range(times):
            self._count(why)
        self._refused[why] += times
        self.flush()

    def note_bound(self, counts: Counter[str], bound: int, open_now: int) -> None:
        """Count refusals by the bound and empty ``counts``. Log its beginning and end."""
        now = self._clock()
        if counts:
            if self._bound_at is None:
                log.warning("connection bound reached", bound=bound, open=open_now)
            self._bound_at = now
            for why, times in counts.items():
                self.note(why, times)
            counts.clear()
        elif self._bound_at is not None and now - self._bound_at >= LINE_S:
            self._bound_at = None
            log.warning("connection bound no longer reached", bound=bound, open=open_now)

    def flush(self) -> None:
        """Write the line of refusals, unless the last one is younger than a minute."""
        now = self._clock()
        if self._refused and now >= self._not_before:
            log.warning("connections refused", **{why.replace(" ", "_"): n for why, n in self._refused.items()})
            self._refused.clear()
            self._not_before = now + LINE_S
