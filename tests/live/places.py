"""Bot workers for tests: in this process, with delays by the loop's clock."""

import asyncio
from collections import Counter
from collections.abc import Callable

from app.live.thinking.pending_answer import PendingAnswer, ThinkingOutcome
from engine.bots.question import Question, Retrospect, pack_question, read_answer, sure_answer


class Leisurely:
    """Worker that answers after so many seconds."""

    def __init__(self, takes_s: float = 0.0, late_s: float | None = None, is_full: bool = False) -> None:
        """Set up the delays.

        ``takes_s``: the duration of an answer. ``late_s``: the delay beyond its deadline. ``is_full``: refuse every
        question."""
        self.takes_s = takes_s
        self.late_s = late_s
        self.is_full = is_full
        self.asked: list[Question | Retrospect] = []
        self.dropped = 0
        self.outcomes: Counter[ThinkingOutcome] = Counter()
        self._timers: dict[PendingAnswer, asyncio.TimerHandle] = {}

    @property
    def on_outcome(self) -> Callable[[ThinkingOutcome], None]:
        """Implement Place."""
        return lambda outcome: self.outcomes.update([outcome])

    @property
    def under_way(self) -> int:
        """Number of questions neither answered nor dropped."""
        return len(self._timers)

    def think(self, question: Question | Retrospect, in_s: float) -> PendingAnswer:
        """Implement Place."""
        self.asked.append(question)
        pending = PendingAnswer(self._drop)
        if self.is_full:
            pending.end(failed="refused")
        else:
            loop = asyncio.get_running_loop()
            in_s = self.takes_s if self.late_s is None else in_s + self.late_s
            self._timers[pending] = loop.call_later(in_s, self._answer, pending, pack_question(question))
        return pending

    def _answer(self, pending: PendingAnswer, data: bytes) -> None:
        del self._timers[pending]
        choice = read_answer(sure_answer(data)).choice
        pending.end(choice, failed="failed" if choice is None else None)

    def _drop(self, pending: PendingAnswer) -> None:
        self._timers.pop(pending).cancel()
        self.dropped += 1
