"""One question of a bot's, from when it is asked until it is answered or nobody wants to know any more."""

import asyncio
from collections.abc import Callable
from typing import Literal, Protocol

from engine.bots.question import Question, Retrospect

ThinkingOutcome = Literal["in time", "late", "too long", "failed", "refused"]
"""What came of a choice that had to be thought about: it was there at its moment, or at a later look; or a cheaper bot
chose, as it took too long, the bot or its process failed, or too many were waiting."""


class PendingAnswer:
    """What one bot is to choose."""

    def __init__(self, dropped: Callable[["PendingAnswer"], None] = lambda pending: None) -> None:
        """``dropped`` is told when nobody wants it any more."""
        self.choice: str | None = None
        """The text of the choice, once it is known: what the bot said, which need not be one."""
        self.failed: Literal["failed", "refused"] | None = None
        self.has_lost_process = False
        """True if it failed because its process ended or could not begin, and not by an error of the bot."""
        self._dropped = dropped
        self._end = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """Whether it came to a choice, or never will."""
        return self.choice is not None or self.failed is not None

    def end(
        self,
        choice: str | None = None,
        *,
        failed: Literal["failed", "refused"] | None = None,
        has_lost_process: bool = False,
    ) -> None:
        """It has come to that choice, or failed. What comes after the end counts for nothing."""
        if not self.is_over:
            self.choice, self.failed, self.has_lost_process = choice, failed, has_lost_process
            self._end.set()

    async def ended(self) -> None:
        """Returns once it is over."""
        await self._end.wait()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        if not self.is_over:
            self.end(failed="refused")
            self._dropped(self)


class Place(Protocol):
    """Where bots think."""

    @property
    def counted(self) -> Callable[[ThinkingOutcome], None]:
        """Told what came of each choice."""
        ...

    def think(self, question: Question | Retrospect, in_s: float) -> PendingAnswer:
        """Asks the question, of which the answer is wanted in so many seconds. Raises whatever packing may fail by."""
        ...
