"""Changes of the wall clock during a game.

It is set forward, back, while the server is down, and on one machine of two."""

import asyncio
import random
from collections.abc import Callable, Iterator

import orjson
import pytest

from app.live.heartbeat import OUTAGE_EXTRA_MS, OUTAGE_MS, Heartbeat
from app.live.host.clock import Now, RoomClock, SteadyClock
from app.main import create_app
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.events import Entry
from app.rooms.model.ids import Millis
from app.settings.settings import Settings
from app.web.sockets.program_feed import ProgramFeed
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House
from tests.rooms.builders import ADA, CODE, NAMES, START, holder

HOUR = 3_600_000
GRACE_S = 5
HARD: Plain = {"mode": "hard", "bank": 0, "per_ask": 60}

Goes = Callable[[WallClock], Now]


def steady(wall: WallClock) -> Now:
    """Return the clock of a process."""
    return SteadyClock(wall, wall.measure_elapsed)


def get_wall_clock(wall: WallClock) -> Now:
    """Return the bare wall clock: a mutant, as no process may use it."""
    return wall


async def start_house(wall: WallClock, goes: Goes, store: MemoryStore | None = None) -> House:
    house = House(store, wall, now=goes(wall))
    await house.manager.start()
    return house


async def entries(house: House) -> tuple[Entry, ...]:
    return await house.store.load(CODE)


async def is_revealed(house: House) -> bool:
    return any(isinstance(entry.event, e.Revealed) for entry in await entries(house))


def says(seat: Seat) -> c.Say:
    """Return a chat message of the seat."""
    return c.Say(seat, "hm")


def goes_on(kept: tuple[Entry, ...]) -> bool:
    """Return whether no entry is dated before its predecessor."""
    moments = [entry.at for entry in kept]
    return moments == sorted(moments)


async def check_cards_open_after_the_grace_pause(goes: Goes, step: int) -> None:
    wall = WallClock()
    house = await start_house(wall, goes)
    await house.opens(2, grace=GRACE_S)
    for name in ("Ada", "Ben"):
        await house.seals(name, "castle detective")
    await asyncio.sleep(1)
    wall.jump(step)
    await asyncio.sleep(GRACE_S - 1.1)
    assert not await is_revealed(house)
    await asyncio.sleep(0.2)
    assert await is_revealed(house)
    assert goes_on(await entries(house))
    await house.manager.close()


@pytest.mark.parametrize("step", [-HOUR, HOUR, -7_000, 7_000])
@run_without_waiting
async def test_clock_changes_do_not_shift_the_end_of_grace_pause(step: int) -> None:
    await check_cards_open_after_the_grace_pause(steady, step)
    with pytest.raises(AssertionError):
        await check_cards_open_after_the_grace_pause(get_wall_clock, step)


async def check_time_is_up_when_it_is_up(goes: Goes, step: int) -> None:
    wall = WallClock()
    house = await start_house(wall, goes)
    await house.opens(2, clock=HARD)
    await asyncio.sleep(10)
    wall.jump(step)
    await asyncio.sleep(49)
    assert not await is_revealed(house)
    await asyncio.sleep(2)
    assert await is_revealed(house)
    assert not any(isinstance(entry.event, e.OutageCredited) for entry in await entries(house))
    await house.manager.close()


@pytest.mark.parametrize("step", [-HOUR, HOUR])
@run_without_waiting
async def test_clock_changes_do_not_shift_any_players_deadline(step: int) -> None:
    await check_time_is_up_when_it_is_up(steady, step)
    with pytest.raises(AssertionError):
        await check_time_is_up_when_it_is_up(get_wall_clock, step)


async def check_a_message_says_how_long_is_left(goes: Goes) -> None:
    wall = WallClock()
    house = await start_house(wall, goes)
    await house.opens(2, clock=HARD)
    ear = await house.joins("Ada")
    for step in (0, -HOUR, 2 * HOUR):
        await asyncio.sleep(10)
        wall.jump(step)
        message = ProgramFeed().update(ear.room, ear.viewer, ear.here, ear.now)
        assert message is not None
        said = orjson.loads(message)
        left = said["view"]["ask"]["deadline"] - said["now"]
        assert left == 60_000 - wall.measure_elapsed(), "another clock than the one that strikes"
    await house.manager.close()


@run_without_waiting
async def test_message_states_time_by_the_clock_that_sets_deadlines() -> None:
    await check_a_message_says_how_long_is_left(steady)
    with pytest.raises(AssertionError, match="another clock"):
        await check_a_message_says_how_long_is_left(get_wall_clock)


async def check_a_start_after_the_clock_was_set_back_goes_on() -> None:
    wall, store = WallClock(), MemoryStore()
    first = await start_house(wall, steady, store)
    await first.opens(2, grace=GRACE_S)
    for name in ("Ada", "Ben"):
        await first.seals(name, "castle detective")
    await first.manager.close()
    wall.jump(-HOUR)
    second = await start_house(wall, steady, store)
    await asyncio.sleep(GRACE_S + 0.1)
    assert await is_revealed(second)
    assert goes_on(await entries(second))
    await second.manager.close()


@run_without_waiting
async def test_restart_after_clock_set_back_continues_at_the_rooms_time(monkeypatch: pytest.MonkeyPatch) -> None:
    await check_a_start_after_the_clock_was_set_back_goes_on()
    monkeypatch.setattr(RoomClock, "reach", lambda self, at: self())
    with pytest.raises(AssertionError):
        await check_a_start_after_the_clock_was_set_back_goes_on()


@run_without_waiting
async def test_room_ahead_of_the_clock_is_woken_by_process_clock() -> None:
    wall, store = WallClock(), MemoryStore()
    first = await start_house(wall, steady, store)
    await first.opens(2, clock=HARD)
    await first.manager.close()
    wall.jump(-HOUR)
    second = await start_house(wall, steady, store)
    assert (await second.play()).ask == 1
    await second.expect_done("Ada", says)
    assert await store.due(Millis(wall() + 59_000)) == ()
    assert await store.due(Millis(wall() + 61_000)) == (CODE,)
    assert await store.due(Millis(wall() + 61_000 - HOUR)) == ()


@pytest.mark.parametrize("behind", [-400, -HOUR])
@run_without_waiting
async def test_processes_with_different_clocks_continue_from_latest_journal_time(behind: int) -> None:
    store = MemoryStore()
    right, late = WallClock(), WallClock()
    late.jump(behind)
    one = House(store, right)
    await one.opens(2, grace=GRACE_S, clock=HARD)
    other = House(store, late)
    for _ in range(4):
        await asyncio.sleep(1)
        for house, name in ((other, "Ben"), (one, "Ada")):
            await house.expect_done(name, says)
    kept = await entries(one)
    assert goes_on(kept)
    assert kept[-1].at - START <= 4_000 + GRACE_S


@run_without_waiting
async def test_return_link_stays_valid_after_the_clock_is_set_back() -> None:
    wall, store = WallClock(), MemoryStore()
    first = await start_house(wall, steady, store)
    await first.opens(2)
    link, until = holder("the link"), Millis(wall() + 24 * HOUR)
    await first.expect_done("Ada", lambda seat: c.MakeReturnLink(seat, link, until))
    await first.manager.close()
    wall.jump(-HOUR)
    second = await start_house(wall, steady, store)
    await second.expect_done(None, lambda _: c.AddDevice(link, holder("phone")))
    assert (await second.room()).seat_of(holder("phone")) == ADA
    assert goes_on(await entries(second))
    await second.manager.close()


def steps(seed: int) -> Iterator[tuple[float, int, bool]]:
    """Yield the wait, the change of the clock, and whether the server restarts."""
    rng = random.Random(f"steps {seed}")
    for _ in range(12):
        yield rng.uniform(0, 3), rng.choice([0, rng.randint(-2 * HOUR, 2 * HOUR)]), rng.random() < 0.2


async def check_a_pause_keeps_its_length(goes: Goes, seed: int) -> None:
    wall, store = WallClock(), MemoryStore()
    house = await start_house(wall, goes, store)
    await house.opens(2, grace=GRACE_S)
    sealed_at: int | None = None
    starts = 0
    for wait, step, is_new in steps(seed):
        play = await house.play()
        if play.reveal_at is None:
            for seat in play.asks:
                await house.seals(NAMES[seat])
            sealed_at = wall.measure_elapsed()
        await asyncio.sleep(wait)
        wall.jump(step)
        if is_new:
            # the time of the outage may be credited
            await house.manager.close()
            house, sealed_at, starts = await start_house(wall, goes, store), None, starts + 1
        later = await house.play()
        if sealed_at is not None and later.ask == play.ask and later.reveal_at is not None:
            assert wall.measure_elapsed() - sealed_at <= GRACE_S * 1000, "the pause is longer than it is"
    asked = (await house.play()).ask
    await asyncio.sleep(GRACE_S + starts * OUTAGE_EXTRA_MS / 1000 + 1)
    kept, later = await entries(house), await house.play()
    assert goes_on(kept), "the journal goes back"
    assert later.reveal_at is None or later.ask > asked, "the pause is longer than it is"
    since = {entry.event.ask: entry.at for entry in kept if isinstance(entry.event, e.AllSealed)}
    for entry in kept:
        if isinstance(entry.event, e.Revealed) and entry.event.ask in since:
            assert entry.at - since[entry.event.ask] >= GRACE_S * 1000, "the pause is shorter than it is"
    await house.manager.close()


SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
@run_without_waiting
async def test_clock_changes_preserve_journal_order_and_length_of_pauses(seed: int) -> None:
    await check_a_pause_keeps_its_length(steady, seed)


@run_without_waiting
async def test_a_process_that_goes_by_the_wall_is_found_out() -> None:
    with pytest.raises(AssertionError, match="the pause is"):
        for seed in SEEDS:
            await check_a_pause_keeps_its_length(get_wall_clock, seed)


@run_without_waiting
async def test_processes_whose_clocks_differ_take_each_other_for_no_outage() -> None:
    store, wall = MemoryStore(), WallClock()
    given: list[int] = []

    async def give_back(since: Millis, span: Millis) -> Millis:
        given.append(span)
        return Millis(since + span - OUTAGE_EXTRA_MS)

    ahead = Heartbeat(store, lambda: Millis(wall() + HOUR), give_back)
    right = Heartbeat(store, wall, give_back)
    await right.beat()
    await ahead.beat()
    given.clear()
    for _ in range(6):
        await asyncio.sleep(5)
        await right.beat()
        await ahead.beat()
    assert given == []
    await asyncio.sleep(2 * OUTAGE_MS / 1000)
    await ahead.beat()
    assert len(given) == 1, "what both missed is given back"


def test_steady_clock_starts_at_wall_time_and_follows_elapsed_time() -> None:
    shown, passed = [START], [77]
    clock = SteadyClock(lambda: Millis(shown[0]), lambda: Millis(passed[0]))
    assert clock() == START
    shown[0] -= HOUR
    passed[0] += 250
    assert clock() == START + 250
    shown[0] += 5 * HOUR
    assert clock() == START + 250


def test_the_clock_of_a_process_never_goes_back() -> None:
    clock = SteadyClock()
    moments = [clock() for _ in range(1_000)]
    assert moments == sorted(moments)


def test_a_server_goes_by_a_steady_clock() -> None:
    assert isinstance(create_app(Settings(), MemoryStore()).state.dependencies.now, SteadyClock)
