"""Sweep that compresses journals at rest."""

import asyncio

import pytest

from app.journal.errors import StoreDownError
from app.live import compression
from app.live.compression import FIRST_S, REST_MS, Compression
from app.live.sweeping import NEXT_S
from app.rooms.model.ids import Millis, RoomCode
from tests.journal.test_compression import LAST, room_entries
from tests.journal.writers import V0
from tests.live.hurried import run_without_waiting
from tests.live.process import House
from tests.live.stores import AwayStore

CODES = [RoomCode(f"AAAA00{number:02}") for number in range(5)]
DAMAGED = CODES[1]


class PartlyDamagedStore(AwayStore):
    """Store with a room that cannot be compressed."""

    async def compress(self, room: RoomCode, before: Millis) -> bool:
        """Implement Store."""
        return room != DAMAGED and await super().compress(room, before)


async def store_rooms(store: AwayStore) -> tuple[House, Compression]:
    """Return a process whose rooms have all been touched just now."""
    house = House(store)
    for code in CODES:
        await store.append(code, V0, room_entries(code), "finished", None)
    house.clock.jump(1_700_000_000_000 + LAST - house.clock())
    return house, Compression(store, house.clock)


async def list_left(house: House) -> list[RoomCode]:
    """Return the rooms that are not compressed."""
    return list(await house.store.find_compressible(Millis(1 << 60), RoomCode(""), 99))


@run_without_waiting
async def test_rooms_are_compressed_after_a_day_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "MOST_AT_ONCE", 2)
    house, sweep = await store_rooms(PartlyDamagedStore())
    house.clock.jump(REST_MS)
    assert await sweep.sweep() == 0
    house.clock.jump(1)
    assert await sweep.sweep() == len(CODES) - 1
    assert await list_left(house) == [DAMAGED], "one room that stays keeps no other from being compressed"
    assert await sweep.sweep() == 0
    await house.manager.close()


@run_without_waiting
async def test_sweeps_repeat_and_survive_an_unavailable_database() -> None:
    store = PartlyDamagedStore()
    house, sweep = await store_rooms(store)
    house.clock.jump(2 * REST_MS)
    sweep.start()
    await asyncio.sleep(FIRST_S - 1)
    assert len(await list_left(house)) == len(CODES)
    store.is_away = True
    with pytest.raises(StoreDownError):
        await sweep.sweep()
    await asyncio.sleep(2)
    store.is_away = False
    assert len(await list_left(house)) == len(CODES)
    await asyncio.sleep(NEXT_S + 10)
    assert await list_left(house) == [DAMAGED]
    await sweep.close()
    await house.manager.close()
