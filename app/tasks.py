"""How tasks that run for ever are brought to their end."""

import asyncio
from collections.abc import Iterable

AGAIN_S = 0.25


async def ended(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancels the tasks until they are over. Once is not enough: up to Python 3.11 a cancellation that arrives together
    with what a task waits for is lost in ``asyncio.wait_for``, which the database's driver uses."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=AGAIN_S)
        await asyncio.gather(*done, return_exceptions=True)
