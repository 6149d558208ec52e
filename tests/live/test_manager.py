"""Room manager: one host per room, its lookup, release and replacement; closing."""

import asyncio
import dataclasses

import pytest
from structlog.testing import capture_logs

from app.journal.errors import ConflictError, StoreDownError
from app.live.errors import RoomDamagedError
from app.live.heartbeat import BEAT_S
from app.live.host.requests import Done
from app.live.manager import RoomManager
from app.rooms import commands as c
from app.rooms.events import Entry, Revealed
from app.rooms.model.ids import Digest, RoomCode, Version
from app.rooms.model.refusals import refuse
from app.rooms.model.values import replace
from engine.core.seats import Seat
from tests.journal.memory_store import MemoryStore
from tests.live import mutants
from tests.live.hurried import WallClock, moments, run_without_waiting
from tests.live.process import House, request
from tests.live.stores import EVERYTHING, CountingStore, FailingStore, HeldStore
from tests.rooms.builders import ADA, BEN, CODE, GAME, JOIN_KEY, WATCH_KEY, begin, game_of, holder

NOWHERE = RoomCode("00000000")


class TamperedStore(MemoryStore):
    """Store in which the result of a reveal was changed."""

    async def load(self, room: RoomCode, after: Version = EVERYTHING) -> tuple[Entry, ...]:
        """Implement Store."""
        entries = await super().load(room, after)
        return tuple(
            replace(entry, event=dataclasses.replace(entry.event, digest=Digest("0" * 64)))
            if isinstance(entry.event, Revealed)
            else entry
            for entry in entries
        )


def reveal(code: RoomCode = CODE, name: str = "Ada") -> c.OpenRoom:
    return c.OpenRoom(code, GAME, name, holder(name), JOIN_KEY, WATCH_KEY)


@run_without_waiting
async def test_a_room_opens_and_can_be_found() -> None:
    house = House()
    answer = await house.manager.open(reveal())
    assert answer == Done(version=(await house.room()).get_visible_version(ADA), seat=ADA)
    assert (await house.room()).seat_of(holder("Ada")) == ADA
    assert [entry.version for entry in await house.manager.journal(CODE)] == [1, 2, 3, 4]


@run_without_waiting
async def test_a_room_that_may_not_be_opened_is_not_there() -> None:
    house = House()
    refused = await house.manager.open(reveal(name=""))
    assert not isinstance(refused, Done) and refused.code == "bad_field"
    assert await house.manager.room(CODE) is None


@run_without_waiting
async def test_a_code_in_use_opens_no_second_room() -> None:
    house = House()
    await house.manager.open(reveal())
    with pytest.raises(ConflictError):
        await house.manager.open(reveal(name="Eve"))
    assert (await house.room()).seat_of(holder("Eve")) is None


@run_without_waiting
async def test_where_there_is_no_room_nothing_answers_for_one() -> None:
    manager = House().manager
    assert await manager.submit(NOWHERE, request("Ada", c.Pause)) == refuse("no_such_room")
    assert await manager.room(NOWHERE) is None
    assert await manager.join(NOWHERE, None) is None
    assert await manager.here(NOWHERE) == frozenset()
    assert await manager.journal(NOWHERE) == ()
    assert manager.hosts == 0


async def check_one_host_for_all_who_ask_at_once(kind: type[RoomManager]) -> None:
    store, clock = CountingStore(), WallClock()
    first = House(store, clock)
    await first.opens(3)
    manager = kind(store, clock)
    connections = await asyncio.gather(*(manager.join(CODE, holder(name)) for name in ("Ada", "Ben", "Carla")))
    assert all(ear is not None and ear.here == {0, 1, 2} for ear in connections)
    assert manager.hosts == 1


@run_without_waiting
async def test_all_who_ask_at_once_get_one_host() -> None:
    await check_one_host_for_all_who_ask_at_once(RoomManager)
    with pytest.raises(AssertionError):
        await check_one_host_for_all_who_ask_at_once(mutants.LoadsTwice)


@run_without_waiting
async def test_idle_room_is_unloaded_and_reloads_in_the_same_state() -> None:
    house = House(idle_ms=60_000)
    await house.opens(3)
    await house.manager.start()
    await house.seals("Ada", "auction_house")
    before = await house.room()
    await asyncio.sleep(60 - BEAT_S - 1)
    assert house.manager.hosts == 1
    await asyncio.sleep(2 * BEAT_S)
    assert house.manager.hosts == 0
    assert await house.room() == before
    assert house.manager.hosts == 1


@run_without_waiting
async def test_room_with_a_connection_or_running_clock_stays_loaded() -> None:
    house = House(idle_ms=60_000)
    await house.opens(2)
    await house.manager.start()
    ear = await house.joins("Ada")
    await asyncio.sleep(300)
    assert house.manager.hosts == 1 and not ear.is_over
    ear.close()
    await asyncio.sleep(120)
    assert house.manager.hosts == 0
    ticking = House(idle_ms=60_000)
    await ticking.opens(2, clock={"mode": "hard", "bank": 0, "per_ask": 600})
    await ticking.manager.start()
    await asyncio.sleep(300)
    assert ticking.manager.hosts == 1


@run_without_waiting
async def test_command_arriving_while_its_room_unloads_is_carried_out() -> None:
    store = HeldStore()
    house = House(store)
    await house.opens(3)
    store.free.clear()
    answers = [asyncio.ensure_future(house.seals("Ada"))]
    await moments()
    (host,) = house.manager._hosts.values()
    closing = asyncio.ensure_future(host.close())
    await moments()
    answers.append(asyncio.ensure_future(house.asks("Ben", lambda seat: c.Say(seat, "hello"))))
    await moments()
    store.free.set()
    await closing
    assert all(isinstance(answer, Done) for answer in await asyncio.gather(*answers))
    room = await house.room()
    assert game_of(room).sealed.keys() == {ADA} and len(room.chat) == 1


@run_without_waiting
async def test_closing_the_manager_completes_submitted_commands_and_refuses_new_ones() -> None:
    store = HeldStore()
    house = House(store)
    await house.opens(3)
    await house.manager.start()
    ear = await house.joins("Ben")
    play = await house.play()
    store.free.clear()
    card = request("Ada", lambda seat: c.Seal(seat, play.ask, "castle"), "c1", "castle")
    answer = asyncio.ensure_future(house.manager.submit(CODE, card))
    await moments()
    closing = asyncio.ensure_future(house.manager.close())
    await moments()
    store.free.set()
    await closing
    assert isinstance(await answer, Done)
    assert ear.is_over
    with pytest.raises(StoreDownError):
        await house.manager.submit(CODE, card)
    with pytest.raises(StoreDownError):
        await house.manager.join(CODE, None)
    assert (await House(store, house.clock).play()).sealed.keys() == {ADA}


@run_without_waiting
async def test_closing_amid_a_load_leaves_no_host_behind() -> None:
    store, clock = MemoryStore(), WallClock()
    await House(store, clock).opens(2)
    manager = RoomManager(store, clock)
    loading = asyncio.ensure_future(manager.join(CODE, holder("Ada")))
    await asyncio.sleep(0)
    await manager.close()
    assert manager.hosts == 0
    ear = await loading
    assert ear is not None and ear.is_over


@run_without_waiting
async def test_a_host_that_failed_is_replaced_by_who_asks_next() -> None:
    house = House()
    await house.opens(2)
    with capture_logs() as lines:
        assert await house.asks("Ben", _poison) == refuse("try_again")
    assert [(line["event"], line["error"]) for line in lines] == [("room failed", "ZeroDivisionError")]
    assert "on seat 1" not in str(lines), "the words of an error could hold a secret"
    assert isinstance(await house.seals("Ben"), Done)
    assert house.manager.hosts == 1


@run_without_waiting
async def test_failed_host_is_replaced_when_its_next_deadline_arrives() -> None:
    house = House()
    await house.opens(2, clock={"mode": "hard", "bank": 0, "per_ask": 20})
    await house.manager.start()
    assert await house.asks("Ben", _poison) == refuse("try_again")
    await asyncio.sleep(20 + BEAT_S + 1)
    entries = await house.store.load(CODE)
    assert any(isinstance(entry.event, Revealed) for entry in entries)


@run_without_waiting
async def test_room_with_an_invalid_record_is_locked_and_others_continue() -> None:
    store, clock = TamperedStore(), WallClock()
    first = House(store, clock)
    await first.opens(2)
    await first.seals("Ada")
    await first.seals("Ben")
    await first.manager.open(reveal(RoomCode("ANOTHER0")))
    second = House(store, clock)
    with capture_logs() as lines:
        with pytest.raises(RoomDamagedError):
            await second.room()
        await second.manager.start()
    assert {line["event"] for line in lines} == {"broken journal"}
    assert [room.code for room in (await second.manager.rooms_held(holder("Ada"))).rooms] == ["ANOTHER0"]


@run_without_waiting
async def test_rooms_held_by_a_device_are_listed_newest_first() -> None:
    house = House()
    codes = [RoomCode(f"ROOM000{number}") for number in range(3)]
    for code in codes:
        await house.manager.open(reveal(code))
        await house.manager.submit(code, request(None, lambda _: c.TakeSeat("Ben", holder("Ben"), JOIN_KEY)))
        await asyncio.sleep(1)
    await house.manager.submit(codes[0], request("Ben", lambda seat: c.Say(seat, "still here")))
    await house.manager.submit(codes[1], request("Ben", c.Leave))
    assert [room.code for room in (await house.manager.rooms_held(holder("Ben"))).rooms] == [codes[0], codes[2]]
    assert (await house.manager.rooms_held(holder("Eve"))).rooms == ()


@run_without_waiting
async def test_room_stays_listed_after_seats_close_up_and_players_change() -> None:
    house = House()
    await house.opens(3, is_begun=False)
    await house.expect_done("Ben", c.Leave)
    await house.expect_done("Ada", lambda _: begin())
    while (await house.room()).phase == "playing":
        play = await house.play()
        for name in ("Ada", "Carla"):
            await house.seals(name, play.game.text(play.asks[ADA].default))
    await house.expect_done(None, lambda _: c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert (await house.room()).seat_of(holder("Carla")) == BEN
    for name in ("Ada", "Carla", "Dora"):
        assert [room.code for room in (await house.manager.rooms_held(holder(name))).rooms] == [CODE]


@run_without_waiting
async def test_unavailable_store_raises_store_down_and_manager_recovers() -> None:
    store = FailingStore()
    house = House(store)
    store.failing_appends = 1
    with pytest.raises(StoreDownError):
        await house.manager.open(reveal())
    await house.opens(2)
    other = House(store, house.clock)
    store.failing_loads = 1
    with pytest.raises(StoreDownError):
        await other.room()
    assert (await other.room()).phase == "playing"


def _poison(seat: Seat) -> c.Command:
    raise ZeroDivisionError(f"made by a test, on seat {seat}")
