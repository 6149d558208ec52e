"""Conditional plans at live tables: sealed once, also after a restart."""

import asyncio

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import AskNumber
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House
from tests.rooms.builders import BEN, CODE, game_of

PLAN = (("castle 0", "detective"), ("alone", "thief 5"))
FIRST = AskNumber(1)


async def goes(house: House, name: str, place: str) -> None:
    """Seal that person's destination."""
    await house.expect_done(name, lambda seat: c.Seal(seat, FIRST, place))


async def list_choices_sealed_by_plan(house: House) -> list[str]:
    """List the choices that a plan sealed, from the journal."""
    events = [entry.event for entry in await house.manager.journal(CODE)]
    return [event.choice for event in events if isinstance(event, e.ChoiceSealed) and event.by == "ahead"]


@pytest.mark.parametrize(("ada", "choices"), [("castle", ["detective"]), ("auction_house", ["thief 5"])])
@pytest.mark.parametrize("restarts_at", ["said", "revealed", "never"])
@run_without_waiting
async def test_a_restart_changes_nothing_about_what_is_sealed(restarts_at: str, ada: str, choices: list[str]) -> None:
    store, clock = MemoryStore(), WallClock()
    house = House(store, clock)
    await house.manager.start()
    await house.opens(3)
    await house.expect_done("Ben", lambda seat: c.MakePlan(seat, FIRST, (), PLAN))
    for name, place in (("Ada", ada), ("Ben", "castle"), ("Carla", "auction_house")):
        if name == "Carla" and restarts_at == "said":
            await house.manager.close()
            house = House(store, clock)
            await house.manager.start()
        await goes(house, name, place)
    if restarts_at == "revealed":
        # the cards are revealed, and the plan has not been sealed yet
        await house.manager.close()
        house = House(store, clock)
        await house.manager.start()
    await asyncio.sleep(5)
    assert await list_choices_sealed_by_plan(house) == choices
    room = await house.room()
    assert (game_of(room).ask, game_of(room).sealed[BEN].choice, game_of(room).plans) == (2, choices[0], {})
    await house.manager.close()


@run_without_waiting
async def test_two_processes_seal_it_once() -> None:
    store, clock = MemoryStore(), WallClock()
    house, other = House(store, clock), House(store, clock)
    await house.manager.start()
    await other.manager.start()
    await house.opens(3)
    await other.expect_done("Ben", lambda seat: c.MakePlan(seat, FIRST, (), PLAN))
    await goes(house, "Ada", "castle")
    await goes(other, "Ben", "castle")
    await goes(house, "Carla", "castle")
    await asyncio.sleep(5)
    assert await list_choices_sealed_by_plan(house) == ["detective"]
    await house.manager.close()
    await other.manager.close()


@run_without_waiting
async def test_a_plan_that_was_taken_back_is_never_sealed() -> None:
    house = House()
    await house.opens(3)
    await house.expect_done("Ben", lambda seat: c.MakePlan(seat, FIRST, (), PLAN))
    await house.expect_done("Ben", lambda seat: c.MakePlan(seat, FIRST, ()))
    for name in ("Ada", "Ben", "Carla"):
        await goes(house, name, "castle")
    await asyncio.sleep(5)
    assert await list_choices_sealed_by_plan(house) == []
    await house.manager.close()
