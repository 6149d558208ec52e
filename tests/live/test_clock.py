"""Clock of a live room: exact and complete, also over restarts and outages."""

import asyncio

import pytest

from app.journal.errors import StoreDownError
from app.live.heartbeat import BEAT_S, OUTAGE_EXTRA_MS, OUTAGE_MS
from app.live.host.host import RoomHost
from app.live.host.requests import Done
from app.live.manager import RoomManager
from app.live.outages import FOR_EVER, Outages
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.clocks import deadline, next_deadline
from app.rooms.model.ids import CommandKey, Millis, RoomCode
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.plain import Plain
from tests.journal.memory_store import MemoryStore
from tests.live import mutants
from tests.live.hurried import WallClock, moments, run_without_waiting
from tests.live.process import House, a_host, request, seal
from tests.live.stores import AwayStore, BeatlessStore, CountingStore, FailingStore
from tests.rooms.builders import ADA, BEN, CODE, JOIN_KEY, START, game_of, holder

HARD: dict[str, Plain] = {"mode": "hard", "bank": 0, "per_ask": 60}
GENTLE: dict[str, Plain] = {**HARD, "mode": "gentle"}


async def events(house: House, kind: type, code: RoomCode = CODE) -> list[e.Event]:
    """Return the room's events of that kind."""
    return [entry.event for entry in await house.manager.journal(code) if isinstance(entry.event, kind)]


async def check_cards_open_when_the_grace_pause_is_over(kind: type[RoomHost]) -> None:
    host = await a_host(kind, MemoryStore(), WallClock(), people=2, grace=2)
    for name in ("Ada", "Ben"):
        await host.submit(seal(host.room, name, "castle detective"))
    await asyncio.sleep(1.998)
    await host.submit(request("Ada", lambda seat: c.Say(seat, "not yet")))
    assert game_of(host.room).ask == 1
    await asyncio.sleep(0.001)
    await host.submit(request("Ada", lambda seat: c.Say(seat, "not yet")))
    assert game_of(host.room).ask == 1
    await asyncio.sleep(0.002)
    assert game_of(host.room).ask == 2


@run_without_waiting
async def test_cards_are_revealed_exactly_when_the_grace_pause_ends() -> None:
    await check_cards_open_when_the_grace_pause_is_over(RoomHost)
    with pytest.raises(AssertionError):
        await check_cards_open_when_the_grace_pause_is_over(mutants.RingsEarly)


@run_without_waiting
async def test_lifted_card_holds_the_reveal_until_it_is_sealed_again() -> None:
    house = House()
    await house.opens(2, grace=2)
    ear = await house.joins("Ben")
    for name in ("Ada", "Ben"):
        await house.seals(name, "castle detective")
    play = await house.play()
    await house.expect_done("Ada", lambda seat: c.Lift(seat, play.ask))
    await asyncio.sleep(100)
    assert game_of(ear.room).is_held
    await house.seals("Ada", "castle detective")
    await asyncio.sleep(2.1)
    assert game_of(ear.room).ask == 2


@run_without_waiting
async def test_the_hard_clock_plays_for_who_sleeps() -> None:
    house = House()
    await house.opens(2, clock=HARD)
    await house.seals("Ada", "castle detective")
    await asyncio.sleep(59.9)
    assert (await house.play()).ask == 1
    await asyncio.sleep(0.2)
    assert (await house.play()).ask == 2
    sealed = [event for event in await events(house, e.ChoiceSealed) if isinstance(event, e.ChoiceSealed)]
    assert [(event.seat, event.by) for event in sealed] == [(ADA, "seat"), (BEN, "clock")]


@run_without_waiting
async def test_the_gentle_clock_says_once_who_is_late() -> None:
    house = House()
    await house.opens(2, clock=GENTLE)
    await asyncio.sleep(600)
    ask = (await house.play()).ask
    assert await events(house, e.RanOut) == [e.RanOut(ask, ADA), e.RanOut(ask, BEN)]
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, BEN, "normal"))
    await moments()
    assert (await house.play()).sealed.keys() == {BEN}


@run_without_waiting
async def test_a_deadline_and_a_grace_pause_survive_a_restart() -> None:
    store, clock = MemoryStore(), WallClock()
    first = House(store, clock)
    await first.manager.start()
    await first.opens(2, clock=HARD, grace=4)
    await first.seals("Ada", "castle detective")
    await asyncio.sleep(30)
    await first.manager.close()
    await asyncio.sleep(5)
    second = House(store, clock)
    await second.manager.start()
    assert second.manager.hosts == 1, "its clock runs: nobody has to come by"
    room = await second.room()
    assert deadline(room, BEN) == START + 60_000
    await asyncio.sleep(26)
    assert game_of(await second.room()).reveal_at == START + 64_000
    await second.manager.close()
    third = House(store, clock)
    await third.manager.start()
    await asyncio.sleep(5)
    assert (await third.play()).ask == 2
    assert await events(third, e.OutageCredited) == []


@run_without_waiting
async def test_outage_time_is_credited_once_before_any_clock_expires() -> None:
    store, clock = MemoryStore(), WallClock()
    first = House(store, clock)
    await first.manager.start()
    await first.opens(2, clock=HARD)
    await asyncio.sleep(30)
    await first.manager.close()
    clock.jump(1_200_000)
    second = House(store, clock)
    await second.manager.start()
    (credited,) = await events(second, e.OutageCredited)
    assert isinstance(credited, e.OutageCredited)
    assert 1_200_000 + OUTAGE_EXTRA_MS <= credited.span <= 1_200_000 + OUTAGE_EXTRA_MS + BEAT_S * 1000
    assert (await second.play()).sealed == {}
    assert deadline(await second.room(), ADA) == START + 60_000 + credited.span
    await second.manager.close()
    third = House(store, clock)
    await third.manager.start()
    assert len(await events(third, e.OutageCredited)) == 1


async def check_what_a_running_server_missed_is_given_back(kind: type[RoomManager], *, is_asleep: bool) -> None:
    store, clock = AwayStore(), WallClock()
    house = House(store, clock, kind=kind)
    await house.manager.start()
    await house.opens(2, clock=HARD)
    await asyncio.sleep(31)
    if is_asleep:
        clock.jump(600_000)
    else:
        store.is_away = True
        await asyncio.sleep(600)
        store.is_away = False
    await asyncio.sleep(2 * BEAT_S)
    (credited,) = await events(house, e.OutageCredited)
    assert isinstance(credited, e.OutageCredited)
    assert 600_000 <= credited.span - OUTAGE_EXTRA_MS <= 600_000 + 2 * BEAT_S * 1000
    assert (await house.play()).sealed == {} and (await house.play()).ask == 1
    assert deadline(await house.room(), ADA) == START + 60_000 + credited.span
    await asyncio.sleep(60)
    assert (await house.play()).ask == 2


@pytest.mark.parametrize("is_asleep", [False, True])
@run_without_waiting
async def test_what_a_running_server_missed_is_given_back(is_asleep: bool) -> None:
    await check_what_a_running_server_missed_is_given_back(RoomManager, is_asleep=is_asleep)
    with pytest.raises(AssertionError):
        await check_what_a_running_server_missed_is_given_back(mutants.NeverDoubts, is_asleep=is_asleep)


async def check_an_outage_that_goes_on_after_it_was_given_back_is_given_back_to_its_end() -> None:
    store, clock = BeatlessStore(), WallClock()
    house = House(store, clock)
    await house.manager.start()
    await house.opens(2, clock=HARD)
    await asyncio.sleep(31)
    store.is_beatless = True
    clock.jump(600_000)
    await asyncio.sleep(2 * BEAT_S)
    assert len(await events(house, e.OutageCredited)) == 1
    clock.jump(600_000)
    await asyncio.sleep(BEAT_S)
    store.is_beatless = False
    await asyncio.sleep(2 * BEAT_S)
    spans = [event.span for event in await events(house, e.OutageCredited) if isinstance(event, e.OutageCredited)]
    assert len(spans) == 2
    assert 0 <= sum(spans) - 1_200_000 - 2 * OUTAGE_EXTRA_MS <= 4 * BEAT_S * 1000
    assert (await house.play()).sealed == {} and (await house.play()).ask == 1
    assert deadline(await house.room(), ADA) == START + 60_000 + sum(spans)


@run_without_waiting
async def test_outage_that_continues_after_a_credit_is_credited_in_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await check_an_outage_that_goes_on_after_it_was_given_back_is_given_back_to_its_end()
    monkeypatch.setattr("app.live.outages.compute_credit", credit_once)
    with pytest.raises(AssertionError):
        await check_an_outage_that_goes_on_after_it_was_given_back_is_given_back_to_its_end()


def credit_once(room: Room, outage: Millis, span: Millis, *_: object) -> tuple[c.CreditOutage, CommandKey]:
    """Return the credit as ``compute_credit`` does, but never a second time."""
    return c.CreditOutage(span, outage), CommandKey(f"outage:{outage}")


@run_without_waiting
async def test_outage_is_not_credited_after_another_process_beat() -> None:
    store, clock = MemoryStore(), WallClock()
    house = House(store, clock)
    await house.manager.start()
    await house.opens(2, clock=HARD)
    await asyncio.sleep(31)
    before = await store.last_beat()
    assert before is not None
    clock.jump(600_000)
    await asyncio.sleep(BEAT_S)
    clock.jump(20_000)
    late = Outages(store, clock, house.manager._read, {}, lambda: False)
    await late.give_back(before, Millis(625_000))
    assert len(await events(house, e.OutageCredited)) == 1


@run_without_waiting
async def test_next_start_completes_credits_of_a_start_that_failed() -> None:
    store, clock = FailingStore(), WallClock()
    first = House(store, clock)
    await first.manager.start()
    await first.opens(2, clock=HARD)
    await asyncio.sleep(1)
    other = RoomCode("ANOTHER0")
    await first.opens(2, code=other, clock=HARD)
    clock.jump(600_000)
    store.failing_room = other
    with pytest.raises(StoreDownError):
        await House(store, clock).manager.start()
    assert len(await events(first, e.OutageCredited)) == 1
    assert await events(first, e.OutageCredited, other) == []
    store.failing_room = None
    await House(store, clock).manager.start()
    assert len(await events(first, e.OutageCredited)) == 1
    assert len(await events(first, e.OutageCredited, other)) == 1


@run_without_waiting
async def test_table_paused_before_outage_credit_still_receives_it() -> None:
    house = House()
    await house.manager.start()
    await house.opens(2, clock=HARD)
    await asyncio.sleep(BEAT_S - 1)
    house.clock.jump(600_000)
    assert isinstance(await house.expect_done("Ada", c.Pause), Done)
    await asyncio.sleep(2)
    assert isinstance(await house.expect_done("Ada", c.Resume), Done)
    (credited,) = await events(house, e.OutageCredited)
    assert isinstance(credited, e.OutageCredited) and credited.span >= 600_000 + OUTAGE_EXTRA_MS
    assert deadline(await house.room(), ADA) == START + 60_000 + credited.span + 2_000


@run_without_waiting
async def test_a_short_gap_is_no_outage() -> None:
    store, clock = MemoryStore(), WallClock()
    first = House(store, clock)
    await first.manager.start()
    await first.opens(2, clock=HARD)
    clock.jump(OUTAGE_MS)
    second = House(store, clock)
    await second.manager.start()
    assert await events(second, e.OutageCredited) == []


@run_without_waiting
async def test_rooms_without_a_clock_sleep_on_after_an_outage() -> None:
    store, clock = MemoryStore(), WallClock()
    first = House(store, clock)
    await first.manager.start()
    await first.opens(2)
    clock.jump(1_200_000)
    second = House(store, clock)
    await second.manager.start()
    assert second.manager.hosts == 0
    assert await events(second, e.OutageCredited) == []


@run_without_waiting
async def test_the_hall_says_that_it_is_alive() -> None:
    store, clock = MemoryStore(), WallClock()
    house = House(store, clock)
    await house.manager.start()
    await asyncio.sleep(17)
    assert await store.last_beat() == START + 15_000


@run_without_waiting
async def test_when_two_processes_own_one_room_its_clock_strikes_once() -> None:
    store, clock = CountingStore(), WallClock()
    first = House(store, clock)
    await first.opens(3, clock=HARD)
    second = House(store, clock)
    await second.room()
    await asyncio.sleep(61)
    assert [event.seat for event in await events(first, e.ChoiceSealed) if isinstance(event, e.ChoiceSealed)] == [
        0,
        1,
        2,
    ]
    assert len(await events(second, e.Revealed)) == 1


@run_without_waiting
async def test_a_clock_set_back_strikes_neither_early_nor_twice() -> None:
    house = House()
    await house.opens(2, clock=HARD)
    await asyncio.sleep(30)
    house.clock.jump(-20_000)
    await asyncio.sleep(40)
    assert (await house.play()).ask == 1
    await asyncio.sleep(20)
    assert len(await events(house, e.Revealed)) == 1


@run_without_waiting
async def test_the_room_is_written_down_with_its_next_moment() -> None:
    store = MemoryStore()
    house = House(store)
    await house.opens(2, clock=HARD)
    assert await store.due(Millis(START + 59_999)) == ()
    assert await store.due(Millis(START + 60_000)) == (CODE,)
    assert isinstance(await house.expect_done("Ada", c.Pause), Done)
    assert await store.due(Millis(1 << 60)) == ()
    assert next_deadline(await house.room()) is None
    assert await store.due(FOR_EVER) == (CODE,)


@run_without_waiting
async def test_request_to_return_expires_even_after_a_restart() -> None:
    store, clock = MemoryStore(), WallClock()
    first = House(store, clock)
    await first.opens(2, is_begun=False)
    ear = await first.joins("Ada")
    await first.expect_done(None, lambda _: c.AskBack(BEN, "Ben", holder("Ben's new phone"), JOIN_KEY))
    await ear.wait_for_change()
    await asyncio.sleep(599)
    assert [asker.seat for asker in view(ear.room, ADA).room.askers] == [BEN]
    await ear.wait_for_change()
    assert view(ear.room, ADA).room.askers == ()
    assert round(clock() - START) == 600_000
    await first.expect_done(None, lambda _: c.AskBack(BEN, "Ben", holder("Ben's other phone"), JOIN_KEY))
    await first.manager.close()
    second = House(store, clock)
    await second.manager.start()
    await asyncio.sleep(601)
    assert await events(second, e.BackAskExpired) == [e.BackAskExpired(1), e.BackAskExpired(2)]
    await second.manager.close()
