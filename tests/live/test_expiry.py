"""Idle rooms expire after their time; a running game never does."""

import asyncio

import pytest

from app.journal.sql.store import SqlStore
from app.journal.store import START
from app.live.expiry import DAY_MS, MOST_AT_ONCE, Expiry
from app.rooms import commands as c
from app.rooms.model.ids import Millis, RoomCode
from tests.live.peers import neighbourhood
from tests.live.process import House
from tests.rooms.builders import CODE

pytestmark = pytest.mark.asyncio

KEEP = 90
MINUTE_MS = 60_000
OTHER = RoomCode("AAAA0000")


def expiry_of(house: House, days: int = KEEP) -> tuple[Expiry, list[RoomCode]]:
    """Return the sweep of a process, and the rooms that it was told to forget."""
    forgotten: list[RoomCode] = []
    return Expiry(house.manager, house.store.peers, house.clock, days, forgotten.append), forgotten


async def test_unstarted_room_expires_after_its_retention_days_and_no_sooner() -> None:
    house = House()
    expiry, forgotten = expiry_of(house)
    await house.opens(is_begun=False)
    ear = await house.joins("Ada")
    house.clock.jump(KEEP * DAY_MS - MINUTE_MS)
    assert await expiry.sweep() == 0
    house.clock.jump(2 * MINUTE_MS)
    assert await expiry.sweep() == 1
    assert ear.is_over
    assert forgotten == [CODE]
    assert await house.store.load(CODE) == ()
    assert await house.manager.room(CODE) is None
    await house.manager.close()


async def test_whatever_is_done_in_a_room_keeps_it() -> None:
    house = House()
    expiry, _ = expiry_of(house)
    await house.opens(is_begun=False)
    house.clock.jump(KEEP * DAY_MS - MINUTE_MS)
    await house.expect_done("Ada", lambda seat: c.Say(seat, "anybody here?"))
    house.clock.jump(KEEP * DAY_MS - MINUTE_MS)
    assert await expiry.sweep() == 0
    await house.manager.close()


async def test_a_date_ahead_keeps_a_room_until_it_is_over() -> None:
    house = House()
    expiry, _ = expiry_of(house)
    await house.opens(is_begun=False)
    at = Millis((house.clock() + 2 * KEEP * DAY_MS) // MINUTE_MS * MINUTE_MS)
    await house.expect_done("Ada", lambda seat: c.ProposeDate(seat, at, "UTC"))
    house.clock.jump(MINUTE_MS)
    await house.expect_done("Ada", lambda seat: c.FixDate(seat, 1))
    house.clock.jump(2 * KEEP * DAY_MS - 2 * DAY_MS)
    assert await expiry.sweep() == 0
    house.clock.jump(KEEP * DAY_MS + 2 * DAY_MS)
    assert await expiry.sweep() == 1
    await house.manager.close()


async def test_finished_games_expire_but_running_and_paused_ones_never() -> None:
    house = House()
    expiry, _ = expiry_of(house)
    await house.opens()
    house.clock.jump(10 * KEEP * DAY_MS)
    assert await expiry.sweep() == 0
    await house.expect_done("Ada", c.Pause)
    house.clock.jump(10 * KEEP * DAY_MS)
    assert await expiry.sweep() == 0
    assert (await house.room()).phase == "paused"
    entries = await house.store.load(CODE)
    await house.store.delete(CODE)
    await house.store.append(CODE, START, entries, "finished", None)
    assert await expiry.sweep() == 1
    await house.manager.close()


async def test_with_no_days_all_rooms_are_kept() -> None:
    house = House()
    expiry, _ = expiry_of(house, 0)
    await house.opens(is_begun=False)
    house.clock.jump(100 * KEEP * DAY_MS)
    assert await expiry.sweep() == 0
    expiry.start()
    await expiry.close()
    await house.manager.close()


async def test_a_sweep_takes_a_few_the_oldest_first() -> None:
    house = House()
    expiry, _ = expiry_of(house)
    codes = [RoomCode(f"AAAA00{number:02}") for number in range(MOST_AT_ONCE + 3)]
    for code in codes:
        await house.opens(people=1, is_begun=False, code=code)
        house.clock.jump(1)
    house.clock.jump(2 * KEEP * DAY_MS)
    assert await expiry.sweep() == MOST_AT_ONCE
    left = [code for code in codes if await house.store.load(code)]
    assert left == codes[-3:]
    assert [await expiry.sweep(), await expiry.sweep()] == [3, 0]
    await house.manager.close()


async def test_one_process_alone_sweeps(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres, 2) as (there, here):
        await there.opens(people=1, is_begun=False)
        first, second = expiry_of(there, 1)[0], expiry_of(here, 1)[0]
        assert await first.sweep() == 0
        here.clock.jump(2 * DAY_MS)
        assert await second.sweep() == 0
        assert await there.store.load(CODE)
        assert await first.sweep() == 1
        assert await here.store.load(CODE) == ()


async def test_a_room_that_somebody_is_about_to_touch_stays(fresh_postgres: str) -> None:
    house = House(SqlStore(fresh_postgres, trust_disk_off=True))
    await house.opens(people=1, is_begun=False)
    await house.opens(people=1, is_begun=False, code=OTHER)
    other = SqlStore(fresh_postgres, trust_disk_off=True)
    assert isinstance(house.store, SqlStore)
    with house.store.database.engine.connect() as held:
        held.exec_driver_sql("SELECT 1 FROM rooms WHERE code = %(code)s FOR NO KEY UPDATE", {"code": CODE})
        async with asyncio.timeout(10):
            gone = await other.expire(Millis(house.clock() + MINUTE_MS), 10)
    assert gone == (OTHER,)
    assert await other.load(CODE)
    await other.close()
    await house.manager.close()
    await house.store.close()
