"""End of tasks that run for ever."""

import asyncio
from contextlib import suppress

import pytest

from app.tasks import end_tasks


@pytest.mark.asyncio
async def test_a_task_that_loses_a_cancellation_ends_all_the_same() -> None:
    lost = 0

    async def loses_two() -> None:
        nonlocal lost
        while lost < 2:
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            lost += 1
        await asyncio.Event().wait()

    async def fails() -> None:
        raise ValueError

    tasks = [asyncio.create_task(each) for each in (loses_two(), fails())]
    await asyncio.sleep(0)
    await end_tasks(tasks)
    assert lost == 2 and tasks[0].cancelled() and tasks[1].done()
    await end_tasks([])
