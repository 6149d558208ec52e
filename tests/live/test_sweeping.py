"""Periodic sweep, which survives any failure of the database."""

import asyncio

from app.live.expiry import DAY_MS, FIRST_S, MORE_S, MOST_AT_ONCE, Expiry
from app.live.sweeping import NEXT_S
from app.rooms.model.ids import RoomCode
from tests.live.hurried import run_without_waiting
from tests.live.process import House
from tests.live.stores import AwayStore

KEEP = 90
CODES = [RoomCode(f"AAAA00{number:02}") for number in range(MOST_AT_ONCE + 3)]


async def old_house(store: AwayStore) -> tuple[House, Expiry]:
    """Return a process with more expired rooms than one sweep takes."""
    house = House(store)
    for code in CODES:
        await house.opens(people=1, is_begun=False, code=code)
    house.clock.jump(2 * KEEP * DAY_MS)
    return house, Expiry(house.manager, store.peers, house.clock, KEEP, lambda code: None)


async def count_remaining(house: House) -> int:
    return len([code for code in CODES if await house.store.load(code)])


@run_without_waiting
async def test_first_sweep_waits_and_next_follows_soon_while_rooms_remain() -> None:
    house, expiry = await old_house(AwayStore())
    expiry.start()
    await asyncio.sleep(FIRST_S - 1)
    assert await count_remaining(house) == len(CODES)
    await asyncio.sleep(2)
    assert await count_remaining(house) == 3
    await asyncio.sleep(MORE_S)
    assert await count_remaining(house) == 0
    await expiry.close()
    await house.manager.close()


@run_without_waiting
async def test_sweep_resumes_when_an_unavailable_database_is_back() -> None:
    store = AwayStore()
    house, expiry = await old_house(store)
    expiry.start()
    store.is_away = True
    await asyncio.sleep(FIRST_S + 1)
    store.is_away = False
    assert await count_remaining(house) == len(CODES)
    await asyncio.sleep(NEXT_S)
    assert await count_remaining(house) == 3
    await expiry.close()
    await house.manager.close()


@run_without_waiting
async def test_after_the_end_nothing_is_swept() -> None:
    house, expiry = await old_house(AwayStore())
    expiry.start()
    await expiry.close()
    await asyncio.sleep(FIRST_S + NEXT_S)
    assert await count_remaining(house) == len(CODES)
    await house.manager.close()
