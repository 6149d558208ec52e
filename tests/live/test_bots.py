"""Bots at live tables: whole games by themselves, the same after a restart."""

import asyncio
from itertools import product

import pytest

from app.live.host.bot_choices import bot_choice
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.room import Room
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House
from tests.rooms.builders import ADA, BEN, CODE, a_game, game_of
from tests.whole import whole


async def watch_to_end(house: House) -> Room:
    """Return the room once its game has ended."""
    ear = await house.joins("Ada")
    while ear.room.phase != "finished":
        await ear.wait_for_change()
    return ear.room


@pytest.mark.parametrize(("seats", "pace"), whole([*product([2, 3, 4, 5], [0, 1])], [(2, 1), (3, 0), (4, 1), (5, 0)]))
@run_without_waiting
async def test_bots_play_a_whole_game_by_themselves(seats: int, pace: int) -> None:
    house = House()
    await house.opens(1, bots=seats - 1, bot_pace=pace)
    await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "normal"))
    room = await watch_to_end(house)
    outcome = game_of(room).outcome
    assert outcome is not None and sum(len(place) for place in outcome.ranking) == seats


@run_without_waiting
async def test_bots_finish_a_game_that_everybody_left() -> None:
    house = House()
    await house.opens(2, bots=1, bot_pace=1, clock={"mode": "hard"})
    await house.expect_done("Ben", c.Leave)
    await house.expect_done("Ada", c.Leave)
    await asyncio.sleep(3_600)
    assert (await house.room()).phase == "finished"


@run_without_waiting
async def test_a_restart_changes_nothing_about_what_bots_choose() -> None:
    courses = []
    for restarts in (False, True):
        store, clock = MemoryStore(), WallClock()
        house = House(store, clock)
        await house.manager.start()
        await house.opens(1, bots=2, bot_pace=1)
        await house.expect_done("Ada", lambda seat: c.SetStandIn(seat, seat, "normal"))
        while (await house.room()).phase != "finished":
            await asyncio.sleep(7.3)
            if restarts:
                await house.manager.close()
                house = House(store, clock)
                await house.manager.start()
        entries = await house.manager.journal(CODE)
        courses.append([entry.event for entry in entries if isinstance(entry.event, e.ChoiceSealed | e.Revealed)])
        await house.manager.close()
    assert courses[0] == courses[1]


@run_without_waiting
async def test_a_bot_seems_to_think() -> None:
    house = House()
    await house.opens(1, bots=2, bot_pace=10)
    await asyncio.sleep(4.9)
    assert (await house.play()).sealed == {}
    await asyncio.sleep(10.2)
    assert (await house.play()).sealed.keys() == {1, 2}


def test_bot_choice_needs_an_asked_seat_played_by_a_bot() -> None:
    room = a_game(1, bots=1)
    assert bot_choice(room, BEN) == bot_choice(room, BEN)
    with pytest.raises(ValueError, match="no bot is asked"):
        bot_choice(room, ADA)
