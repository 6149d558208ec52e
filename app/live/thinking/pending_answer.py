"""Pending move: one question to a bot, until it is answered or dropped."""

import asyncio
from collections.abc import Callable
from typing import Literal, Protocol

from engine.bots.question import Question, Retrospect

ThinkingOutcome = Literal["in time", "late", "too long", "failed", "refused"]
"""Result of a slow choice: in time, at a later look, or made by a cheaper bot.

The cheaper one chose since it took too long, bot or process failed, or too many waited."""


class PendingAnswer:
    """Choice that one bot owes."""

    def __init__(self, dropped: Callable[["PendingAnswer"], None] = lambda pending: None) -> None:
        """Take ``dropped``, which is called when nobody wants the answer any more."""
        self.choice: str | None = None
        """Text of the choice, once known. It is the bot's word and may be illegal."""
        self.failed: Literal["failed", "refused"] | None = None
        self.has_lost_process = False
        """True if it failed because its process was lost, not by an error of the bot."""
        self._dropped = dropped
        self._end = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """True if there is a choice or never will be."""
        return self.choice is not None or self.failed is not None

    def end(
        self,
        choice: str | None = None,
        *,
        failed: Literal["failed", "refused"] | None = None,
        has_lost_process: bool = False,
    ) -> None:
        """Set the choice or the failure. Only the first call counts."""
        if not self.is_over:
            self.choice, self.failed, self.has_lost_process = choice, failed, has_lost_process
            self._end.set()

    async def wait_for_end(self) -> None:
        """Wait until it is over."""
        await self._end.wait()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        if not self.is_over:
            self.end(failed="refused")
            self._dropped(self)


class BotProcess(Protocol):
    """Interface of the place where bots think."""

    @property
    def on_outcome(self) -> Callable[[ThinkingOutcome], None]:
        """Told what came of each choice."""
        ...

    def think(self, question: Question | Retrospect, in_s: float) -> PendingAnswer:
        """Ask a question whose answer is wanted in so many seconds.

        Raises the errors of pickling it."""
        ...
