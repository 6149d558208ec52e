"""Pace of a room that plays by itself, and its turns with other such rooms."""

import asyncio
from functools import partial
from unittest.mock import patch

import pytest

from app.live.host.pace import Pace, Turns
from app.live.room_limits import RoomLimits
from app.rooms import commands as c
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.room import Room
from tests.live.hurried import run_without_waiting
from tests.live.process import House, request
from tests.rooms.builders import CODE, game_of


def make_paced_house(gap_s: float = 0.0) -> House:
    """Return a process whose self-playing rooms keep that gap, in seconds."""
    house = House()
    house.manager.limits = RoomLimits(pace=Pace(Millis(1_000), Millis(10_000), gap_s))
    return house


async def self_playing(house: House) -> None:
    """Open a room in which a bot plays for everybody, as fast as it can."""
    await house.opens(1, bots=2, bot_pace=0)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "normal"))


async def reveals(house: House, seconds: float) -> int:
    """Count the reveals in so many seconds."""
    before = (await house.play()).ask
    await asyncio.sleep(seconds)
    return (await house.play()).ask - before


@run_without_waiting
async def test_watched_table_of_bots_reveals_once_per_second() -> None:
    house = make_paced_house()
    await self_playing(house)
    ear = await house.joins("Ada")
    assert await reveals(house, 20.0) in range(18, 22)
    ear.close()


@run_without_waiting
async def test_unwatched_table_of_bots_reveals_every_ten_seconds_and_ends() -> None:
    house = make_paced_house()
    await self_playing(house)
    await asyncio.sleep(5.0)
    assert await reveals(house, 100.0) in range(9, 12)
    await asyncio.sleep(3_600.0)
    assert (await house.room()).phase == "finished", "a game goes on though everybody is away"


@run_without_waiting
async def test_new_watcher_waits_no_longer_than_those_already_watching() -> None:
    house = make_paced_house()
    await self_playing(house)
    await asyncio.sleep(15.0)
    ear = await house.joins("Ada")
    assert await reveals(house, 2.5) >= 2
    ear.close()


@run_without_waiting
async def test_bots_use_the_tables_pace_while_a_person_is_asked() -> None:
    house = make_paced_house()
    await house.opens(1, bots=2, bot_pace=0)
    for _ in range(6):
        play = await house.play()
        ada = (await house.room()).seats.index(next(who for who in (await house.room()).seats if who and who.devices))
        if ada not in play.asks:
            await asyncio.sleep(1.1)
            continue
        await house.seals("Ada")
        await asyncio.sleep(0.001)
        assert (await house.play()).ask > play.ask, "the bots had sealed at once"


@run_without_waiting
async def test_a_room_whose_players_talk_plays_no_faster_for_it() -> None:
    house = make_paced_house()
    await self_playing(house)
    ear = await house.joins("Ada")
    before = (await house.play()).ask
    for number in range(50):
        await house.expect_done("Ada", partial(c.Say, text=f"line {number}"))
        await asyncio.sleep(0.1)
    assert (await house.play()).ask - before <= 6
    ear.close()


@pytest.mark.parametrize(
    "test",
    [
        test_watched_table_of_bots_reveals_once_per_second,
        test_unwatched_table_of_bots_reveals_every_ten_seconds_and_ends,
        test_a_room_whose_players_talk_plays_no_faster_for_it,
    ],
)
def test_pace_tests_fail_for_a_table_without_a_pace(test: object) -> None:
    assert callable(test)
    with patch("app.live.host.ownership.rests_until", lambda *_, **__: None), pytest.raises(AssertionError):
        test()


def test_rooms_that_take_no_turns_are_found_out() -> None:
    with patch("app.live.host.ownership.plays_alone", lambda room: False), pytest.raises(AssertionError):
        test_rooms_of_bots_alone_take_turns_one_after_another()


@run_without_waiting
async def test_turns_are_given_in_order_with_a_gap_in_between() -> None:
    turns, loop = Turns(0.5), asyncio.get_running_loop()
    given: list[tuple[str, float]] = []

    def give(who: str) -> None:
        given.append((who, loop.time()))

    for who in ("first", "second", "first", "third"):
        turns.ask(who, partial(give, who))
    await asyncio.sleep(3.0)
    # the first had its turn at once, and queued again behind the second
    assert given == [("first", 0.0), ("second", 0.5), ("first", 1.0), ("third", 1.5)]


CODES = [RoomCode(f"{number:08d}") for number in range(30)]


@run_without_waiting
async def test_rooms_of_bots_alone_take_turns_one_after_another() -> None:
    house, most = make_paced_house(gap_s=0.05), 0
    for code in CODES:
        await house.opens(1, bots=2, code=code, bot_pace=0)
        answer = await house.manager.submit(code, request("Ada", lambda seat: c.SetStandIn(seat, seat, "normal")))
        assert answer is not None
    ears = [await house.manager.join(code, None) for code in CODES]
    for _ in range(100):
        before = await asks(house)
        await asyncio.sleep(0.0499)
        most = max(most, await asks(house) - before)
    assert 1 <= most <= 2, "of thirty rooms one at a time moves, and all of them do"
    assert all(game_of(room).ask > 1 for room in [await room_of(house, code) for code in CODES])
    assert ears and CODE


async def room_of(house: House, code: RoomCode) -> Room:
    """Return a room of the process."""
    room = await house.manager.room(code)
    assert room is not None
    return room


async def asks(house: House) -> int:
    """Count the reveals in all rooms."""
    return sum([game_of(await room_of(house, code)).ask for code in CODES])
