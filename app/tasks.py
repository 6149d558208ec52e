"""Orderly end of endless tasks."""

import asyncio
from collections.abc import Iterable

AGAIN_S = 0.25


async def end_tasks(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel the tasks until they are over.

    Once is not enough: up to Python 3.11 ``asyncio.wait_for``, which the database's driver uses, can lose a
    cancellation."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_S)
        await asyncio.gather(*done, return_exceptions=True)
