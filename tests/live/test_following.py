"""Rooms that several processes serve at once, on a real Postgres."""

import asyncio
from collections.abc import Callable

import pytest

from app.journal.postgres.peers import PostgresPeers
from app.live.host.requests import Done
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.live.peers import (
    SOON_S,
    TOO_LATE_S,
    Blind,
    Grasping,
    Kind,
    Mute,
    MuteAndBlind,
    Stammering,
    Unaware,
    comes_true,
    count_lost_races,
    neighbourhood,
)
from tests.live.process import House, request
from tests.rooms.builders import ADA, BEN, CODE, JOIN_KEY, begin, game_of, holder

pytestmark = pytest.mark.asyncio


async def check_what_happens_there_is_shown_here(url: str, kind: Kind, within: float = SOON_S) -> None:
    async with neighbourhood(url, 2, kind) as (there, here):
        await there.opens(3)
        ear = await here.joins("Ben")
        versions = []
        for line in ("one", "two", "three"):
            await there.expect_done("Ada", _says(line))

            async def is_shown(line: str = line) -> bool:
                async with asyncio.timeout(within):
                    await ear.wait_for_change()
                versions.append(ear.room.version)
                return ear.room.chat[-1:] != () and ear.room.chat[-1].text == line

            await comes_true(is_shown)
        assert versions == sorted(versions)
        assert len(await here.manager.journal(CODE)) == ear.room.version


@pytest.mark.parametrize("kind", [PostgresPeers, Mute, Blind, Stammering])
async def test_changes_in_one_process_appear_in_another_despite_lost_hints(fresh_postgres: str, kind: Kind) -> None:
    await check_what_happens_there_is_shown_here(fresh_postgres, kind)


async def test_without_hints_and_looks_nothing_would_be_shown(fresh_postgres: str) -> None:
    with pytest.raises(TimeoutError):
        await check_what_happens_there_is_shown_here(fresh_postgres, MuteAndBlind, TOO_LATE_S)


async def check_a_stale_replica_answers_as_the_newest(url: str, kind: Kind) -> None:
    async with neighbourhood(url, 2, kind) as (there, here):
        await there.opens(1, is_begun=False)
        assert (await here.room()).seat_of(holder("Ben")) is None
        assert isinstance(await there.manager.submit(CODE, request(None, _sits_down("Ben"))), Done)
        assert (await here.room()).seat_of(holder("Ben")) == BEN
        await there.expect_done("Ada", lambda _: begin())
        assert isinstance(await here.seals("Ben"), Done)
        ask = game_of(await there.room()).ask
        await there.seals("Ada")
        await comes_true(lambda: _is_past(there, ask))
        late = await here.manager.submit(CODE, request("Ben", lambda seat: c.Lift(seat, ask)))
        assert isinstance(late, Refusal) and late.code == "ask_is_over"


def _says(line: str) -> Callable[[Seat], c.Command]:
    return lambda seat: c.Say(seat, line)


def _sits_down(name: str) -> Callable[[Seat], c.Command]:
    return lambda _: c.TakeSeat(name, holder(name), JOIN_KEY)


async def _is_past(house: House, ask: int) -> bool:
    return game_of(await house.room()).ask > ask


async def test_a_replica_that_is_behind_answers_as_the_newest(fresh_postgres: str) -> None:
    await check_a_stale_replica_answers_as_the_newest(fresh_postgres, MuteAndBlind)


async def test_process_that_answers_without_reading_the_journal_is_caught(fresh_postgres: str) -> None:
    with pytest.raises(AssertionError):
        await check_a_stale_replica_answers_as_the_newest(fresh_postgres, Unaware)


async def test_command_sent_to_two_processes_is_applied_and_answered_once(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres) as (one, two):
        await one.opens(3)
        await two.room()
        play = await one.play()
        text = play.game.text(play.asks[ADA].choices[0])
        for number, (first, second) in enumerate([(one, two), (two, one)] * 3):
            said = f"line {number}"
            answers = await asyncio.gather(
                *(house.asks("Ada", _says(said), f"c{number}", said) for house in (first, second, first))
            )
            assert isinstance(answers[0], Done) and answers == [answers[0]] * 3
        assert await one.seals("Ada", text, "seal") == await two.seals("Ada", text, "seal")
        other = await two.asks("Ada", lambda seat: c.Say(seat, "other"), "c0", "other")
        assert isinstance(other, Refusal) and other.code == "id_used"
        keys = [entry.command for entry in await one.manager.journal(CODE) if entry.command is not None]
        assert len(keys) == len(set(keys)) == 7


async def check_what_is_due_is_carried_out_by_one(url: str, kind: Kind) -> None:
    async with neighbourhood(url, 2, kind) as houses:
        await houses[0].opens(1, bots=2, clock={"mode": "hard", "bank": 0, "per_ask": 0.2}, bot_pace=0.05)
        for house in houses:
            await house.joins("Ada")

        async def is_far_on() -> bool:
            rooms: list[Room] = [await house.room() for house in houses]
            return all(game_of(room).ask > 8 for room in rooms)

        await comes_true(is_far_on)
        revealed = [
            entry.event.ask for entry in await houses[0].manager.journal(CODE) if isinstance(entry.event, e.Revealed)
        ]
        assert revealed == list(range(1, len(revealed) + 1))
        assert count_lost_races(houses) == 0


async def test_what_is_due_is_carried_out_by_one_process(fresh_postgres: str) -> None:
    await check_what_is_due_is_carried_out_by_one(fresh_postgres, PostgresPeers)


async def test_two_processes_owning_the_same_room_are_caught(fresh_postgres: str) -> None:
    with pytest.raises(AssertionError):
        await check_what_is_due_is_carried_out_by_one(fresh_postgres, Grasping)


async def test_due_rooms_of_a_stopped_process_continue_in_another(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres, 1) as (stays,):
        async with neighbourhood(fresh_postgres, 1) as (goes,):
            stays.clock = goes.clock
            await goes.opens(1, bots=2, clock={"mode": "hard", "bank": 0, "per_ask": 0.2}, bot_pace=0.05)
            assert stays.manager.hosts == 0, "nobody asked for the room here"
            await comes_true(lambda: _is_past(goes, 2))
        ask = game_of(await goes_on(stays)).ask
        await comes_true(lambda: _is_past(stays, ask + 1))


async def goes_on(house: House) -> Room:
    """Return the room once it is loaded without any request."""

    async def is_alive() -> bool:
        return house.manager.hosts == 1

    await comes_true(is_alive)
    return await house.room()


async def test_who_is_here_is_known_in_every_process(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres, 1) as (stays,):
        await stays.opens(3)
        ear = await stays.joins("Ada")
        async with neighbourhood(fresh_postgres, 1) as (goes,):
            there = await goes.joins("Ben")

            async def both() -> bool:
                return ear.here == there.here == {ADA, BEN}

            await comes_true(both)
            assert await goes.manager.here(CODE) == {ADA, BEN}
            there.close()

            async def one() -> bool:
                return ear.here == {ADA}

            await comes_true(one)
            there = await goes.joins("Ben")
            await comes_true(both)
        await comes_true(one)
