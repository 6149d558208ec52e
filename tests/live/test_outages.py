"""Outages given back to many rooms, one after the other."""

import asyncio

from app.journal.store import START
from app.live.heartbeat import BEAT_S, OUTAGE_EXTRA_MS, OUTAGE_MS
from app.rooms import events as e
from app.rooms.model.ids import RoomCode, Version
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House
from tests.live.test_clock import HARD, events


class SlowStore(MemoryStore):
    """Store that takes some seconds to load a room while ``load_s`` is set."""

    load_s = 0.0

    async def load(self, room: RoomCode, after: Version = START) -> tuple[e.Entry, ...]:
        """Implement Store, slowly."""
        await asyncio.sleep(self.load_s)
        return await super().load(room, after)


async def open_before_an_outage(store: SlowStore, clock: WallClock, rooms: int) -> tuple[House, list[RoomCode]]:
    """Open so many rooms with a clock; ten minutes' outage has just ended."""
    house = House(store, clock)
    await house.manager.start()
    codes = [RoomCode(f"MANY000{number}") for number in range(rooms)]
    for code in codes:
        await house.opens(2, code=code, clock=HARD)
    await asyncio.sleep(1)
    clock.jump(600_000)
    return house, codes


@run_without_waiting
async def test_slow_credit_of_many_rooms_is_no_outage_itself() -> None:
    store, clock = SlowStore(), WallClock()
    house, codes = await open_before_an_outage(store, clock, 6)
    store.load_s = OUTAGE_MS / 4 / 1000
    await asyncio.sleep(30 * OUTAGE_MS / 1000)
    for number, code in enumerate(sorted(codes)):
        (credited,) = await events(house, e.OutageCredited, code)
        assert isinstance(credited, e.OutageCredited)
        # the last room waits longest for its credit, and that is given back too
        waited = credited.span - 600_000 - OUTAGE_EXTRA_MS
        assert number * OUTAGE_MS / 4 <= waited <= (number + 1) * OUTAGE_MS / 4 + BEAT_S * 1000


@run_without_waiting
async def test_stall_while_rooms_are_credited_is_an_outage_too() -> None:
    store, clock = SlowStore(), WallClock()
    house, codes = await open_before_an_outage(store, clock, 3)
    store.load_s = 2.0
    await asyncio.sleep(BEAT_S + 3.0)
    clock.jump(900_000)
    await asyncio.sleep(60)
    for code in codes:
        spans = [event.span for event in await events(house, e.OutageCredited, code) if hasattr(event, "span")]
        assert 0 <= sum(spans) - 1_500_000 - 2 * OUTAGE_EXTRA_MS <= 30_000
