"""The hurried loop keeps time, and says when a test waits for ever."""

import asyncio

import pytest

from tests.live.hurried import EverybodyWaits, WallClock, hurried
from tests.rooms.builders import START


@hurried
async def test_a_night_costs_no_time() -> None:
    clock = WallClock()
    await asyncio.sleep(8 * 3600)
    assert clock() == START + 8 * 3_600_000
    clock.jump(-5_000)
    assert clock() == START + 8 * 3_600_000 - 5_000


def test_who_waits_for_ever_is_told_so() -> None:
    async def waits() -> None:
        await asyncio.Event().wait()

    with pytest.raises(EverybodyWaits):
        hurried(waits)()
