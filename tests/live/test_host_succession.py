"""Succession of a table whose hosts have all left: late, once, and if needed."""

import asyncio

from app.live.heartbeat import BEAT_S
from app.live.host.presence import GONE_AFTER_S
from app.live.host_succession import AFTER_S, heir
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import Millis
from engine.core.seats import Seat
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House, request
from tests.rooms.builders import ADA, BEN, CARLA, CODE, DORA, a_room, holder, run_commands

SOON = AFTER_S - 2 * BEAT_S
DONE = AFTER_S + 2 * BEAT_S


async def a_house(people: int = 3, store: MemoryStore | None = None, clock: WallClock | None = None) -> House:
    """Return a process that owns its rooms, with a lobby."""
    house = House(store, clock)
    await house.manager.start()
    await house.opens(people, is_begun=False)
    return house


async def hosts(house: House) -> tuple[Seat, ...]:
    return (await house.room()).hosts


async def list_new_hosts(house: House) -> list[Seat]:
    """Return the seats that became host after Ada, the opener, in order."""
    passed = [entry.event.seat for entry in await house.manager.journal(CODE) if isinstance(entry.event, e.HostPassed)]
    assert passed[0] == ADA
    return passed[1:]


def test_heir_is_first_person_present_unless_a_host_is_there() -> None:
    room = run_commands(a_room(3, bots=1), c.ShareHost(ADA, CARLA, is_host=True))
    assert heir(room, [BEN]) == BEN
    assert heir(room, [BEN, CARLA]) is None
    assert heir(room, []) is None
    assert heir(a_room(4), [CARLA, BEN, DORA]) == CARLA
    assert heir(a_room(1, bots=2), [BEN]) is None, "a bot is no host"


@run_without_waiting
async def test_table_passes_to_longest_present_player_after_host_is_away() -> None:
    house = await a_house()
    for name in ("Carla", "Ben"):
        await house.joins(name)
        await asyncio.sleep(1)
    await asyncio.sleep(SOON - 2)
    assert await hosts(house) == (ADA,)
    await asyncio.sleep(DONE - SOON + 2)
    assert await hosts(house) == (CARLA,), "who has been there for longest, whatever the seat"
    await asyncio.sleep(3 * AFTER_S)
    assert await list_new_hosts(house) == [CARLA]


@run_without_waiting
async def test_returning_after_an_absence_restarts_a_players_time_present() -> None:
    house = await a_house()
    ben = await house.joins("Ben")
    await asyncio.sleep(1)
    await house.joins("Carla")
    ben.close()
    await asyncio.sleep(GONE_AFTER_S + 1)
    await house.joins("Ben")
    await asyncio.sleep(DONE)
    assert await hosts(house) == (CARLA,)


@run_without_waiting
async def test_leaving_host_hands_over_to_the_longest_present_player() -> None:
    for came, heir_of in ((("Carla", "Ben"), CARLA), (("Ben", "Carla"), BEN), ((), BEN)):
        house = await a_house()
        for name in ("Ada", *came):
            await house.joins(name)
            await asyncio.sleep(1)
        await house.expect_done("Ada", c.Leave)
        assert await hosts(house) == (heir_of,)
        await house.manager.close()


@run_without_waiting
async def test_changing_device_or_seat_does_not_restart_time_present() -> None:
    house = await a_house()
    phone = await house.joins("Carla")
    await asyncio.sleep(1)
    await house.joins("Ben")
    link = holder("a link")
    await house.expect_done("Carla", lambda seat: c.MakeReturnLink(seat, link, Millis(1 << 60)))
    await house.manager.submit(CODE, request(None, lambda _: c.AddDevice(link, holder("Carla's tablet"))))
    await house.joins("Carla's tablet")
    phone.close()
    await asyncio.sleep(GONE_AFTER_S + 1)
    await house.expect_done("Ada", lambda seat: c.SwapSeats(seat, BEN, CARLA))
    await house.expect_done("Ada", c.Leave)
    assert await hosts(house) == (BEN,), "Carla sits there now"


@run_without_waiting
async def test_a_host_who_comes_back_in_time_stays_host() -> None:
    house = await a_house()
    await house.joins("Ben")
    for _ in range(4):
        await asyncio.sleep(SOON)
        ada = await house.joins("Ada")
        await asyncio.sleep(2 * BEAT_S)
        ada.close()
        await asyncio.sleep(GONE_AFTER_S)
    assert await hosts(house) == (ADA,)


@run_without_waiting
async def test_handover_needs_all_hosts_away_and_a_person_present() -> None:
    house = await a_house()
    await house.expect_done("Ada", lambda seat: c.ShareHost(seat, CARLA, is_host=True))
    carla = await house.joins("Carla")
    await house.joins("Ben")
    await asyncio.sleep(3 * AFTER_S)
    assert await hosts(house) == (ADA, CARLA)
    carla.close()
    await asyncio.sleep(GONE_AFTER_S + DONE)
    assert await hosts(house) == (BEN,)
    empty = await a_house()
    await asyncio.sleep(3 * AFTER_S)
    assert await hosts(empty) == (ADA,)


@run_without_waiting
async def test_after_a_restart_the_wait_begins_anew() -> None:
    store, clock = MemoryStore(), WallClock()
    first = await a_house(2, store, clock)
    await first.joins("Ben")
    await asyncio.sleep(SOON)
    await first.manager.close()
    second = House(store, clock)
    await second.manager.start()
    await second.joins("Ben")
    await asyncio.sleep(SOON)
    assert await hosts(second) == (ADA,)
    await asyncio.sleep(DONE - SOON)
    assert await hosts(second) == (BEN,)
    assert await list_new_hosts(second) == [BEN]


@run_without_waiting
async def test_two_processes_with_different_players_hand_over_only_once() -> None:
    store, clock = MemoryStore(), WallClock()
    one = await a_house(3, store, clock)
    two = House(store, clock)
    await two.manager.start()
    await asyncio.gather(one.joins("Ben"), two.joins("Carla"))
    await asyncio.sleep(DONE)
    passed = await list_new_hosts(one)
    assert len(passed) == 1 and passed[0] in (BEN, CARLA)
