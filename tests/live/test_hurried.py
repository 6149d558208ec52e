"""Hurried loop: its clock, and its error for an endless wait."""

import asyncio
import time

import pytest

from tests.live.hurried import DeadlockError, WallClock, run_without_waiting
from tests.rooms.builders import START


@run_without_waiting
async def test_a_night_costs_no_time() -> None:
    clock = WallClock()
    await asyncio.sleep(8 * 3600)
    assert clock() == START + 8 * 3_600_000
    clock.jump(-5_000)
    assert clock() == START + 8 * 3_600_000 - 5_000


@run_without_waiting
async def test_to_thread_takes_no_simulated_time_however_slow_the_work() -> None:
    clock, rung = WallClock(), list[str]()
    asyncio.get_running_loop().call_later(5, rung.append, "the next timer")
    await asyncio.to_thread(time.sleep, 0.05)
    assert (clock(), rung) == (START, [])
    assert await asyncio.to_thread(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(divmod, 1, 0)


def test_who_waits_for_ever_is_told_so() -> None:
    async def waits() -> None:
        await asyncio.Event().wait()

    with pytest.raises(DeadlockError):
        run_without_waiting(waits)()
