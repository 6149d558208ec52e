"""Process that dies at the worst moment.

Acknowledged commands are in the journal. All others are there once or not at all."""

import asyncio
import random
from typing import Literal

import pytest

from app.live.host.requests import Done, Request
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.clocks import deadline
from app.rooms.model.ids import Millis
from engine.core.seats import Seat
from tests.live.hurried import moments, run_without_waiting
from tests.live.process import House, request, seal
from tests.live.stores import DyingStore
from tests.rooms.builders import ADA, BEN, CARLA, CODE, NAMES, game_of, holder

Point = Literal["before the append", "after the append"]

SAYS = request("Ada", lambda seat: c.Say(seat, "hello"), "c1", "hello")
LINK = request("Ada", lambda seat: c.MakeReturnLink(seat, holder("link"), Millis(1 << 60)), "c2", "link")
PAUSES = request("Ada", c.Pause, "c3", "pause")
HANDS_OVER = request("Ada", lambda seat: c.SetStandIn(seat, seat, "normal"), "c4", "stand in")
LEAVES = request("Ada", c.Leave, "c5", "leave")


async def choice_of(house: House, seat: Seat) -> str:
    """Return the last choice offered to the seat."""
    play = await house.play()
    return str(play.game.text(play.asks[seat].choices[-1]))


async def sealing(house: House, choice: str) -> Request:
    ask = (await house.play()).ask
    return request("Ada", lambda seat: c.Seal(seat, ask, choice), "c6", choice)


async def dies(house: House, store: DyingStore, command: Request, point: Point) -> None:
    """Submit the command and let the process die at that point."""
    store.dies = point
    asking = asyncio.ensure_future(house.manager.submit(CODE, command))
    await moments()
    assert not asking.done(), "nobody is answered by the dead"
    asking.cancel()
    store.dies = None


async def count_applied(house: House) -> int:
    """Count the journal's entries that mark a test's command as applied."""
    return sum(entry.command is not None and ":c" in entry.command for entry in await house.manager.journal(CODE))


@pytest.mark.parametrize("point", ["before the append", "after the append"])
@pytest.mark.parametrize("command", [SAYS, LINK, PAUSES, HANDS_OVER, LEAVES])
@run_without_waiting
async def test_a_command_tried_again_after_a_crash_is_applied_once(game: str, command: Request, point: Point) -> None:
    store = DyingStore()
    first = House(store)
    await first.opens(3, game=game)
    undisturbed = House(DyingStore(), first.clock)
    await undisturbed.opens(3, game=game)
    await dies(first, store, command, point)
    second = House(store, first.clock)
    assert await count_applied(second) == (point == "after the append")
    answer = await second.manager.submit(CODE, command)
    assert await count_applied(second) == 1
    assert answer == await undisturbed.manager.submit(CODE, command), "the answer the first would have been"
    await moments()
    assert await second.room() == await undisturbed.room()
    assert await second.manager.submit(CODE, command) == answer
    assert await count_applied(second) == 1


@pytest.mark.parametrize("point", ["before the append", "after the append"])
@run_without_waiting
async def test_the_last_seal_of_a_round_is_revealed_once(game: str, point: Point) -> None:
    store = DyingStore()
    first = House(store)
    await first.opens(3, game=game)
    await first.seals("Ben", await choice_of(first, BEN))
    await first.seals("Carla", await choice_of(first, CARLA))
    command = await sealing(first, await choice_of(first, ADA))
    await dies(first, store, command, point)
    second = House(store, first.clock)
    assert isinstance(await second.manager.submit(CODE, command), Done)
    revealed = [entry for entry in await second.manager.journal(CODE) if isinstance(entry.event, e.Revealed)]
    assert len(revealed) == 1
    assert (await second.play()).ask == 2


@pytest.mark.parametrize("point", ["before the append", "after the append"])
@run_without_waiting
async def test_a_clock_that_dies_in_its_stroke_strikes_once(game: str, point: Point) -> None:
    store = DyingStore()
    first = House(store)
    await first.manager.start()
    await first.opens(3, game=game, clock={"mode": "hard", "bank": 0, "per_ask": 10})
    await first.seals("Ada", await choice_of(first, ADA))
    store.dies = point
    await asyncio.sleep(11)
    store.dies = None
    await first.manager.close()
    second = House(store, first.clock)
    await second.manager.start()
    await moments()
    events = [entry.event for entry in await second.manager.journal(CODE)]
    assert sum(isinstance(event, e.Revealed) for event in events) == 1
    assert [event.by for event in events if isinstance(event, e.ChoiceSealed)] == ["seat", "clock", "clock"]


@run_without_waiting
async def test_crash_in_mid_round_keeps_sealed_cards_deal_and_clocks(game: str) -> None:
    store = DyingStore()
    first = House(store)
    await first.opens(3, game=game, clock={"mode": "hard", "bank": 100, "per_ask": 10})
    choice = await choice_of(first, ADA)
    await first.seals("Ada", choice)
    await first.seals("Ben", await choice_of(first, BEN))
    play = await first.play()
    await first.expect_done("Ben", lambda seat: c.Lift(seat, play.ask))
    before = await first.room()
    await dies(first, store, SAYS, "before the append")
    after = await House(store, first.clock).room()
    assert after == before
    assert game_of(after).sealed[ADA].choice == choice
    assert BEN not in game_of(after).sealed
    assert deadline(after, BEN) == deadline(before, BEN)
    assert game_of(after).state == game_of(before).state


@pytest.mark.slow("whole games of both editions, begun anew by process after process")
@pytest.mark.rule("A11.1")
@pytest.mark.parametrize("rules", ["2000", "1990"])
@pytest.mark.parametrize("people", [2, 3, 4, 5])
@run_without_waiting
async def test_a_whole_game_of_either_edition_survives_crashes_all_along(rules: str, people: int) -> None:
    """Every fifteenth seal dies before or after its write.

    Another process continues, and nothing is lost."""
    rng, seals = random.Random(people), 0
    store = DyingStore()
    house = House(store)
    undisturbed = House(DyingStore(), house.clock)
    for each in (house, undisturbed):
        await each.opens(people, game="adel_verpflichtet", rules=rules)
    while (await house.room()).phase == "playing":
        play = await house.play()
        seat = next(seat for seat in play.asks if seat not in play.sealed)
        choice = str(play.game.text(rng.choice(play.asks[seat].choices)))
        name, seals = NAMES[seat], seals + 1
        command = seal(await house.room(), name, choice, f"c{seals}")
        if seals % 15 == 0:
            await dies(house, store, command, "after the append" if seals % 2 else "before the append")
            house = House(store, house.clock)
        assert isinstance(await house.manager.submit(CODE, command), Done)
        assert isinstance(await undisturbed.manager.submit(CODE, command), Done)
    assert seals > 100
    assert await house.room() == await undisturbed.room()
    assert (await house.play()).state.table.rules == rules
