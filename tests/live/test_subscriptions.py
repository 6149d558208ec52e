"""Connections: visible changes, presence, and their end with the seat."""

import asyncio
import gc
import weakref

import pytest

from app.live.host.batch import Batch
from app.live.host.host import RoomHost
from app.live.host.presence import GONE_AFTER_S
from app.live.host.requests import Done, Request
from app.live.host.subscription import Subscription
from app.rooms import commands as c
from app.rooms.events import ChoiceSealed
from app.rooms.model.ids import Millis
from tests.journal.memory_store import MemoryStore
from tests.live import mutants
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House, a_host, lift, request, seal, woken
from tests.live.stores import CountingStore
from tests.rooms.builders import ADA, BEN, CARLA, CODE, JOIN_KEY, begin, game_of, holder


async def check_secret_events_of_others_wake_nobody(kind: type[RoomHost]) -> None:
    host = await a_host(kind, MemoryStore(), WallClock(), grace=2)
    await host.submit(seal(host.room, "Ada"))
    connections = [host.subscribe(holder("Ben")), host.subscribe(None)]
    own = host.subscribe(holder("Ada"))
    for ear in (*connections, own):
        await ear.wait_for_change()
    secrets = [
        lift(host.room, "Ada"),
        seal(host.room, "Ada", "auction_house"),
        seal(host.room, "Ada", "castle"),
        request("Ada", lambda seat: c.MakeReturnLink(seat, holder("link"), Millis(1 << 60))),
        request(None, lambda _: c.AddDevice(holder("link"), holder("phone"))),
    ]
    for secret in secrets:
        versions = [host.room.get_visible_version(ear.viewer) for ear in connections]
        assert isinstance(await host.submit(secret), Done)
        assert [await woken(ear) for ear in connections] == [False, False]
        assert await woken(own)
        assert [host.room.get_visible_version(ear.viewer) for ear in connections] == versions


@run_without_waiting
async def test_secret_events_of_others_wake_nobody() -> None:
    await check_secret_events_of_others_wake_nobody(RoomHost)
    with pytest.raises(AssertionError):
        await check_secret_events_of_others_wake_nobody(mutants.WakesEverybody)


async def haste(secret: Request | None) -> list[bool]:
    """Return the priorities with which Carla's connection learns of Ben's seal.

    ``secret``: a request committed in the same batch."""
    store = CountingStore()
    host = await a_host(RoomHost, store, WallClock(), grace=2)
    await host.submit(seal(host.room, "Ada"))
    told: list[bool] = []
    host.subscribe(holder("Carla")).listen(told.append)
    told.clear()
    asked = [seal(host.room, "Ben"), *([secret] if secret is not None else [])]
    await asyncio.gather(*(host.submit(each) for each in asked))
    assert store.sizes[-1] == len(asked)
    return told


async def check_a_secret_hurries_nobody() -> None:
    room = (await a_host(RoomHost, MemoryStore(), WallClock(), grace=2)).room
    ask = game_of(room).ask
    later = request("Ada", lambda seat: c.MakePlan(seat, ask, ("castle",)))
    for secret in (None, lift(room, "Ada"), seal(room, "Ada", "auction_house"), later):
        assert await haste(secret) == [True]


@run_without_waiting
async def test_a_secret_hurries_nobody() -> None:
    """The time of "X has sealed" tells nothing of the rest of its batch."""
    await check_a_secret_hurries_nobody()
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AssertionError):
        by_kind = property(lambda batch: all(type(entry.event) is ChoiceSealed for entry in batch.entries))
        patch.setattr(Batch, "can_wait", by_kind)
        await check_a_secret_hurries_nobody()


@run_without_waiting
async def test_what_everybody_may_know_wakes_everybody() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    connections = [host.subscribe(holder(name)) for name in ("Ada", "Ben")] + [host.subscribe(None)]
    for ear in connections:
        await ear.wait_for_change()
    await host.submit(seal(host.room, "Ada"))
    assert [await woken(ear) for ear in connections] == [True, True, True]
    assert [await woken(ear) for ear in connections] == [False, False, False]


@run_without_waiting
async def test_a_first_seal_wakes_nobody_where_the_room_tells_nothing() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock(), tell="nothing")
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    await host.submit(seal(host.room, "Ada"))
    assert not await woken(ear)


@run_without_waiting
async def test_a_new_connection_is_woken_at_once() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    assert await woken(host.subscribe(holder("Ben")))


@run_without_waiting
async def test_changes_run_together_for_a_busy_connection() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    for _ in range(5):
        await host.submit(request("Ada", lambda seat: c.Say(seat, "hello")))
    assert await woken(ear)
    assert not await woken(ear)


@run_without_waiting
async def test_a_connection_is_over_when_its_seat_is_given_up() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    ear, other = host.subscribe(holder("Ben")), host.subscribe(holder("Ada"))
    await ear.wait_for_change()
    assert (ear.viewer, ear.is_over) == (BEN, False)
    await host.submit(request("Ben", c.Leave))
    assert await woken(ear)
    assert (ear.viewer, ear.is_over, ear.had_seat) == (None, True, True)
    assert not other.is_over
    async with asyncio.timeout(1):
        await ear.wait_for_change()


@run_without_waiting
async def test_public_connection_never_ends_for_lack_of_a_seat() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    for holders in (None, holder("Eve")):
        ear = host.subscribe(holders)
        assert not ear.is_over and ear.viewer is None and not ear.had_seat


@run_without_waiting
async def test_connections_are_over_when_the_host_closes() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    await host.close()
    assert ear.is_over and ear.viewer == BEN
    async with asyncio.timeout(1):
        await ear.wait_for_change()


@run_without_waiting
async def test_who_connects_is_here_and_all_are_told() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    ear = host.subscribe(holder("Ada"))
    await ear.wait_for_change()
    assert ear.here == {ADA}
    host.subscribe(holder("Ben"))
    assert await woken(ear)
    assert ear.here == host.here == {ADA, BEN}


@run_without_waiting
async def test_a_watcher_is_nobody_who_is_here() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    host.subscribe(None)
    host.subscribe(holder("Eve"))
    assert host.here == set()


@run_without_waiting
async def test_a_seat_is_gone_a_moment_after_its_last_connection() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    ear = host.subscribe(holder("Ada"))
    ben = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    ben.close()
    assert host.here == {ADA, BEN}
    await asyncio.sleep(GONE_AFTER_S + 0.1)
    assert host.here == {ADA}
    assert await woken(ear)


@run_without_waiting
async def test_a_reload_is_no_absence_whatever_else_happens_meanwhile() -> None:
    host = await a_host(RoomHost, MemoryStore(), WallClock())
    ear = host.subscribe(holder("Ada"))
    await ear.wait_for_change()
    first = host.subscribe(holder("Ben"))
    assert await woken(ear)
    first.close()
    host.subscribe(None)
    host.subscribe(holder("Carla")).close()
    assert await woken(ear)
    assert host.here == {ADA, BEN, CARLA}
    again = host.subscribe(holder("Ben"))
    again.close()
    await asyncio.sleep(GONE_AFTER_S - 0.1)
    assert host.here == {ADA, BEN, CARLA}
    host.subscribe(holder("Ben"))
    await asyncio.sleep(1)
    assert host.here == {ADA, BEN}


@run_without_waiting
async def test_one_of_two_devices_that_closes_takes_nobody_away() -> None:
    house = House()
    await house.opens(2)
    await house.expect_done("Ben", lambda seat: c.MakeReturnLink(seat, holder("link"), Millis(1 << 60)))
    await house.expect_done(None, lambda _: c.AddDevice(holder("link"), holder("phone")))
    laptop = await house.joins("Ben")
    await house.joins("phone")
    laptop.close()
    await asyncio.sleep(GONE_AFTER_S + 1)
    assert laptop.here == {BEN}


@run_without_waiting
async def test_presence_follows_the_seats_when_they_close_up() -> None:
    house = House()
    await house.opens(3, is_begun=False)
    await house.joins("Ada")
    carla = await house.joins("Carla")
    assert carla.here == {ADA, CARLA}
    await house.expect_done("Ben", c.Leave)
    await house.expect_done("Ada", lambda _: begin())
    assert carla.viewer == BEN
    assert carla.here == {ADA, BEN}


@run_without_waiting
async def test_who_leaves_is_here_no_more() -> None:
    house = House()
    await house.opens(3)
    ear = await house.joins("Ada")
    await house.joins("Ben")
    await house.expect_done("Ben", c.Leave)
    assert ear.here == {ADA}
    await house.expect_done(None, lambda _: c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert ear.here == {ADA}


class Listener:
    """Holder of its subscription, with a reference back, like a connection."""

    def __init__(self, subscription: Subscription) -> None:
        self.subscription = subscription
        subscription.listen(self.handle_change)

    def handle_change(self, can_wait: bool) -> None:
        """Ignore the change."""


@run_without_waiting
async def test_released_rooms_and_connections_are_freed_without_the_garbage_collector() -> None:
    """They do not refer to each other, either.

    A cycle would stay until a full garbage collection, which on a busy server takes long to come."""
    house = House()
    await house.opens()
    await house.manager.start()
    listeners = [Listener(await house.joins(name)) for name in ("Ada", "Ben", None)]
    gone = [weakref.ref(each) for each in (*listeners, house.manager._hosts[CODE])]
    gc.collect()
    gc.disable()
    try:
        listeners[0].subscription.close()
        await house.manager.delete(CODE)
        listeners.clear()
        await asyncio.sleep(2 * GONE_AFTER_S)
        assert [each() for each in gone] == [None] * len(gone)
    finally:
        gc.enable()
        await house.manager.close()
