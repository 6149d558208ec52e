"""Host of a room: it writes first, applies commands once, and rolls back."""

import asyncio

import pytest

from app.live.errors import HostClosedError
from app.live.host.host import RoomHost
from app.live.host.inbox import MOST_IN_A_BATCH
from app.live.host.requests import Answer, Done
from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal
from engine.core.seats import Seat
from tests.journal.memory_store import MemoryStore
from tests.live import mutants
from tests.live.hurried import WallClock, moments, run_without_waiting
from tests.live.process import House, a_host, lift, request, seal, woken
from tests.live.stores import CountingStore, FailingStore, HeldStore
from tests.rooms.builders import ADA, BEN, CODE, JOIN_KEY, game_of, holder

REAL = RoomHost


def code(answer: Answer) -> str:
    """Return a refusal's code, or ``done``."""
    return answer.code if isinstance(answer, Refusal) else "done"


async def check_nothing_is_answered_or_shown_before_the_commit(kind: type[RoomHost]) -> None:
    store = HeldStore()
    host = await a_host(kind, store, WallClock())
    before = host.room
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    store.free.clear()
    answer = asyncio.ensure_future(host.submit(seal(host.room, "Ada")))
    await moments()
    assert not answer.done()
    assert host.room == before
    assert not await woken(ear)
    store.free.set()
    assert isinstance(await answer, Done)
    assert game_of(host.room).sealed[ADA].choice == "castle"
    assert await woken(ear)
    assert len(await store.load(CODE)) == host.room.version


@run_without_waiting
async def test_nothing_is_answered_or_shown_before_the_commit() -> None:
    await check_nothing_is_answered_or_shown_before_the_commit(REAL)
    with pytest.raises(AssertionError):
        await check_nothing_is_answered_or_shown_before_the_commit(mutants.AnswersEarly)


@run_without_waiting
async def test_what_queues_up_during_an_append_is_appended_together() -> None:
    store = HeldStore()
    host = await a_host(REAL, store, WallClock(), grace=2)
    store.free.clear()
    first = asyncio.ensure_future(host.submit(seal(host.room, "Ada")))
    await moments()
    others = [asyncio.ensure_future(host.submit(seal(host.room, name))) for name in ("Ben", "Carla")]
    await moments()
    store.sizes.clear()
    store.free.set()
    assert [code(each) for each in await asyncio.gather(first, *others)] == ["done"] * 3
    assert store.sizes == [1, 3]


async def check_a_failed_append_changes_nothing(kind: type[RoomHost]) -> None:
    store = FailingStore()
    host = await a_host(kind, store, WallClock())
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    before, kept = host.room, await store.load(CODE)
    store.failing_appends = 1
    assert code(await host.submit(seal(host.room, "Ada", id="c1"))) == "try_again"
    assert host.room == before
    assert await store.load(CODE) == kept
    assert not await woken(ear)
    assert code(await host.submit(seal(host.room, "Ada", id="c1"))) == "done"
    assert game_of(host.room).sealed[ADA].choice == "castle"


@run_without_waiting
async def test_failed_append_changes_nothing_and_the_command_succeeds_later() -> None:
    await check_a_failed_append_changes_nothing(REAL)
    with pytest.raises(AssertionError):
        await check_a_failed_append_changes_nothing(mutants.IgnoresFailure)


@run_without_waiting
async def test_answers_of_a_batch_fail_with_the_append_beneath_them() -> None:
    """The same id comes twice, and a seal that changes nothing.

    Both answers are right only if the earlier commands are committed."""
    store = FailingStore()
    host = await a_host(REAL, store, WallClock())
    store.failing_appends = 1
    both = [seal(host.room, "Ada", id="c1"), seal(host.room, "Ada", id="c1"), seal(host.room, "Ada", id="c2")]
    answers = await asyncio.gather(*(host.submit(each) for each in both))
    assert [code(each) for each in answers] == ["try_again"] * 3
    assert game_of(host.room).sealed == {}


@run_without_waiting
async def test_a_refusal_of_a_batch_outlives_no_failed_append_either() -> None:
    """Too late only if the cards were revealed."""
    store = FailingStore()
    host = await a_host(REAL, store, WallClock(), people=2)
    await host.submit(seal(host.room, "Ben", "castle detective"))
    store.failing_appends = 1
    last, late = seal(host.room, "Ada", "castle detective"), lift(host.room, "Ben")
    answers = await asyncio.gather(host.submit(last), host.submit(late))
    assert [code(each) for each in answers] == ["try_again"] * 2


@run_without_waiting
async def test_append_of_unknown_outcome_is_looked_up_and_applied_once() -> None:
    store = FailingStore()
    host = await a_host(REAL, store, WallClock())
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    store.unknown_fates = 1
    assert code(await host.submit(seal(host.room, "Ada", id="c1"))) == "try_again"
    await asyncio.sleep(1.5)
    assert game_of(host.room).sealed[ADA].choice == "castle"
    assert await woken(ear)
    version = host.room.version
    assert code(await host.submit(seal(host.room, "Ada", id="c1"))) == "done"
    assert host.room.version == version


@run_without_waiting
async def test_the_clock_goes_on_when_the_store_is_back() -> None:
    store = FailingStore()
    clock = WallClock()
    host = await a_host(REAL, store, clock, people=2, clock={"mode": "hard", "bank": 0, "per_ask": 10})
    await asyncio.sleep(9)
    store.failing_appends = 5
    await asyncio.sleep(11.5)
    assert game_of(host.room).ask > 1
    assert store.failing_appends == 0


async def check_a_lost_race_is_caught_up_with_and_decided_again(kind: type[RoomHost]) -> None:
    store, clock = MemoryStore(), WallClock()
    host = await a_host(kind, store, clock, people=2)
    elsewhere = House(store, clock)
    assert code(await elsewhere.seals("Ben", "castle detective")) == "done"
    ear = host.subscribe(holder("Ada"))
    await ear.wait_for_change()
    async with asyncio.timeout(30):
        answer = await host.submit(seal(host.room, "Ada", "castle detective"))
    assert code(answer) == "done"
    assert game_of(host.room).ask == 2, "both seals count, so the cards are open"
    assert await woken(ear)


@run_without_waiting
async def test_a_lost_race_is_caught_up_with_and_decided_again() -> None:
    await check_a_lost_race_is_caught_up_with_and_decided_again(REAL)
    with pytest.raises((AssertionError, TimeoutError)):
        await check_a_lost_race_is_caught_up_with_and_decided_again(mutants.NeverCatchesUp)


@run_without_waiting
async def test_after_a_lost_race_a_command_may_be_refused() -> None:
    store, clock = MemoryStore(), WallClock()
    host = await a_host(REAL, store, clock, is_begun=False, people=2)
    await House(store, clock).expect_done(None, lambda _: c.TakeSeat("Carla", holder("Carla"), JOIN_KEY))
    twin = request(None, lambda _: c.TakeSeat("carla", holder("another"), JOIN_KEY))
    assert code(await host.submit(twin)) == "name_taken"


@run_without_waiting
async def test_a_store_that_fails_while_catching_up_changes_nothing() -> None:
    store, clock = FailingStore(), WallClock()
    host = await a_host(REAL, store, clock)
    elsewhere = House(store, clock)
    await elsewhere.seals("Ben")
    store.failing_loads = 1
    assert code(await host.submit(seal(host.room, "Ada"))) == "try_again"
    assert code(await host.submit(seal(host.room, "Ada"))) == "done"
    assert game_of(host.room).sealed.keys() == {ADA, BEN}


async def check_a_command_is_applied_once(kind: type[RoomHost]) -> None:
    store = CountingStore()
    host = await a_host(kind, store, WallClock())
    said = request("Ada", lambda seat: c.Say(seat, "hello"), "c1", "hello")
    together = await asyncio.gather(*(host.submit(said) for _ in range(5)))
    later = await host.submit(said)
    assert len(host.room.chat) == 1
    assert set(together) == {later}


@run_without_waiting
async def test_repeated_command_is_applied_once_and_answered_identically() -> None:
    await check_a_command_is_applied_once(REAL)
    with pytest.raises(AssertionError):
        await check_a_command_is_applied_once(mutants.IgnoresDuplicates)


@run_without_waiting
async def test_late_duplicate_gets_the_original_answer_after_later_changes() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    first = await host.submit(seal(host.room, "Ada", id="c1"))
    again = seal(host.room, "Ada", id="c1")
    await host.submit(seal(host.room, "Ada", "auction_house", id="c2"))
    assert await host.submit(again) == first
    assert game_of(host.room).sealed[ADA].choice == "auction_house"


@run_without_waiting
async def test_late_duplicate_of_a_command_without_effect_changes_nothing() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    await host.submit(seal(host.room, "Ada", id="c1"))
    same = seal(host.room, "Ada", id="c2")
    await host.submit(same)
    await host.submit(seal(host.room, "Ada", "auction_house", id="c3"))
    await host.submit(same)
    assert game_of(host.room).sealed[ADA].choice == "auction_house"


@run_without_waiting
async def test_the_same_id_with_another_body_is_refused() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    await host.submit(seal(host.room, "Ada", "castle", id="c1"))
    assert code(await host.submit(seal(host.room, "Ada", "auction_house", id="c1"))) == "id_used"
    one = request("Ben", lambda seat: c.Say(seat, "one"), "c1", "one")
    both = [one, request("Ben", lambda seat: c.Say(seat, "two"), "c1", "two")]
    assert [code(each) for each in await asyncio.gather(*map(host.submit, both))] == ["done", "id_used"]


@run_without_waiting
async def test_the_same_id_from_another_person_is_another_command() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    assert code(await host.submit(seal(host.room, "Ada", id="c1"))) == "done"
    assert code(await host.submit(seal(host.room, "Ben", "auction_house", id="c1"))) == "done"
    assert game_of(host.room).sealed.keys() == {ADA, BEN}


@run_without_waiting
async def test_a_refused_command_may_be_sent_again_with_its_id() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    pause = request("Ben", c.Pause)
    await host.submit(pause)
    card = seal(host.room, "Ada", id="c1")
    assert code(await host.submit(card)) == "paused"
    await host.submit(request("Ben", c.Resume))
    assert code(await host.submit(card)) == "done"


@run_without_waiting
async def test_who_leaves_gets_the_same_answer_twice() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    gone = request("Ben", c.Leave, "c1", "leave")
    answer = await host.submit(gone)
    assert answer == Done(host.room.get_visible_version(None), None)
    assert await host.submit(gone) == answer


@run_without_waiting
async def test_a_token_without_a_seat_is_refused() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    assert code(await host.submit(request("Eve", lambda seat: c.Say(seat, "hello")))) == "no_seat"
    assert code(await host.submit(request(None, lambda seat: c.Say(seat, "hello")))) == "no_seat"


@run_without_waiting
async def test_who_sits_down_is_told_the_seat() -> None:
    host = await a_host(REAL, CountingStore(), WallClock(), is_begun=False)
    dora = request(None, lambda _: c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    answer = await host.submit(dora)
    assert isinstance(answer, Done) and answer.seat == 3
    link = holder("link")
    await host.submit(request("Ben", lambda seat: c.MakeReturnLink(seat, link, Millis(1 << 60))))
    phone = await host.submit(request(None, lambda _: c.AddDevice(link, holder("phone"))))
    assert isinstance(phone, Done) and (phone.seat, phone.version) == (BEN, host.room.get_visible_version(BEN))


async def check_closing_carries_out_what_was_submitted(kind: type[RoomHost]) -> None:
    store = HeldStore()
    host = await a_host(kind, store, WallClock())
    store.free.clear()
    names = ("Ada", "Ben")
    answers = [asyncio.ensure_future(host.submit(seal(host.room, name))) for name in names]
    await moments()
    closing = asyncio.ensure_future(host.close())
    await moments()
    store.free.set()
    async with asyncio.timeout(30):
        await closing
        assert [code(each) for each in await asyncio.gather(*answers)] == ["done"] * 2
    assert game_of(host.room).sealed.keys() == {ADA, BEN}
    with pytest.raises(HostClosedError):
        await host.submit(seal(host.room, "Carla"))
    with pytest.raises(HostClosedError):
        host.subscribe(None)


@run_without_waiting
async def test_closing_carries_out_what_was_submitted_and_takes_no_more() -> None:
    await check_closing_carries_out_what_was_submitted(REAL)
    with pytest.raises((AssertionError, TimeoutError)):
        await check_closing_carries_out_what_was_submitted(mutants.DropsTheRest)


@run_without_waiting
async def test_a_cancelled_asker_does_not_take_the_command_back() -> None:
    store = HeldStore()
    host = await a_host(REAL, store, WallClock())
    store.free.clear()
    asking = asyncio.ensure_future(host.submit(seal(host.room, "Ada")))
    await moments()
    asking.cancel()
    store.free.set()
    await moments()
    assert game_of(host.room).sealed.keys() == {ADA}


@run_without_waiting
async def test_a_host_that_fails_answers_everybody_and_ends_all_connections() -> None:
    host = await a_host(REAL, CountingStore(), WallClock())
    ear = host.subscribe(holder("Ben"))
    await ear.wait_for_change()
    refused = request("Ada", lambda seat: c.Begin(seat, "no hexadecimal", None))
    worse = request("Ada", lambda seat: c.Pause(Seat(1 // (seat - seat))))
    chat = [request("Ben", lambda seat: c.Say(seat, "hello")) for _ in range(2 * MOST_IN_A_BATCH)]
    first, *answers = await asyncio.gather(*(host.submit(each) for each in [refused, worse, *chat]))
    assert code(first) == "already_begun", "which changes nothing, and fails with nobody"
    assert {code(each) for each in answers} == {"try_again"}
    assert host.has_failed
    assert ear.is_over
    await ear.wait_for_change()
    with pytest.raises(HostClosedError):
        await host.submit(chat[0])


@run_without_waiting
async def test_host_ahead_of_the_journal_marks_itself_failed() -> None:
    host = await a_host(REAL, MemoryStore(), WallClock())
    ahead = await a_host(REAL, MemoryStore(), WallClock())
    assert code(await ahead.submit(seal(ahead.room, "Ada"))) == "done"
    host.room = ahead.room
    assert code(await host.submit(seal(host.room, "Ben"))) == "try_again"
    assert host.has_failed
