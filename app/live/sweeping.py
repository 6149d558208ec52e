"""Periodic sweeps over all rooms. No failure of the database ends them."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from app.journal.errors import StoreDownError
from app.tasks import end_tasks

log = structlog.get_logger(__name__)

NEXT_S = 3600.0
"""From a sweep that failed to the next."""


class Sweeping:
    """Task that repeats one sweep."""

    def __init__(self, name: str, first_s: float, sweep: Callable[[], Awaitable[float]]) -> None:
        """``sweep`` first runs after ``first_s`` seconds.

        It returns the seconds until the next time."""
        self._name = name
        self._first_s = first_s
        self._sweep = sweep
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to sweep."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def close(self) -> None:
        """Stop sweeping, if it was started."""
        if self._task is not None:
            await end_tasks([self._task])

    async def _run(self) -> None:
        await asyncio.sleep(self._first_s)
        while True:
            next_s = NEXT_S
            try:
                next_s = await self._sweep()
            except StoreDownError as error:
                log.warning("no sweep", sweep=self._name, error=str(error))
            except Exception:
                # whatever it is: the next sweep may fare better
                log.exception("sweep failed", sweep=self._name)
            await asyncio.sleep(next_s)
