"""Concurrent requests in two processes: each round is revealed once.

Every journal folds."""

import asyncio
import random

import pytest

from app.live.host.requests import Done, Request
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.fold import fold
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.live.hurried import run_without_waiting
from tests.live.process import House, request
from tests.live.stores import CountingStore
from tests.rooms.builders import CODE, NAMES, game_of

ROUNDS = 40
CARD = "castle"


async def journal(house: House) -> tuple[e.Entry, ...]:
    """Return the journal after a check: no gap, no duplicate, and it folds."""
    entries = await house.manager.journal(CODE)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    keys = [entry.command for entry in entries if entry.command is not None]
    assert len(keys) == len(set(keys))
    assert fold(None, entries) is not None
    return entries


def reveals(entries: tuple[e.Entry, ...]) -> list[int]:
    """Return the asks that were revealed, in order."""
    return [entry.event.ask for entry in entries if isinstance(entry.event, e.Revealed)]


@pytest.mark.parametrize("grace", [0, 1])
@pytest.mark.parametrize("seed", [1, 2])
@run_without_waiting
async def test_all_seal_at_once_with_double_clicks_and_second_thoughts(seed: int, grace: int) -> None:
    rng = random.Random(seed)
    store = CountingStore()
    houses = [House(store)]
    await houses[0].opens(4, grace=grace)
    houses.append(House(store, houses[0].clock))
    for number in range(ROUNDS):
        room = await _newest(houses)
        if room.phase != "playing":
            break
        play = game_of(room)
        requests: list[Request] = []
        for seat in play.asks:
            texts = [play.game.text(choice) for choice in rng.choices(play.asks[seat].choices, k=2)]
            thoughts = [seals(seat, play.ask, text, f"{number}.{place}") for place, text in enumerate(texts)]
            requests += thoughts * 2
        rng.shuffle(requests)
        answers = await asyncio.gather(*(rng.choice(houses).manager.submit(CODE, each) for each in requests))
        assert {"ask_is_over"} >= {answer.code for answer in answers if not isinstance(answer, Done)}
        await asyncio.sleep(grace + 0.1)
    entries = await journal(houses[0])
    revealed = reveals(entries)
    assert revealed == list(range(1, len(revealed) + 1))
    assert len(revealed) >= ROUNDS / 2


@run_without_waiting
async def test_simultaneous_seal_and_deadline_reveal_the_round_once() -> None:
    store = CountingStore()
    first = House(store)
    await first.opens(3, clock={"mode": "hard", "bank": 0, "per_ask": 10})
    second = House(store, first.clock)
    for house in (first, second):
        await house.room()
    for _ in range(ROUNDS):
        ask = (await first.play()).ask
        until = game_of(await first.room()).opened_at + 10_000
        await asyncio.sleep((until - first.clock()) / 1000)
        seats = tuple((await second.play()).asks)
        late = [house.manager.submit(CODE, seals(seat, ask, CARD)) for house in (first, second) for seat in seats]
        await asyncio.gather(*late)
        await asyncio.sleep(0.01)
        if (await _newest([first, second])).phase != "playing":
            break
    revealed = reveals(await journal(first))
    assert revealed == list(range(1, len(revealed) + 1))
    assert len(revealed) >= ROUNDS / 2


def seals(seat: Seat, ask: AskNumber, text: str, id: str | None = None) -> Request:
    """Return that seat's request."""
    return request(NAMES[seat], lambda seat: c.Seal(seat, ask, text), id, text)


async def _newest(houses: list[House]) -> Room:
    """Return the room in its newest version among the processes."""
    rooms = [await house.room() for house in houses]
    return max(rooms, key=lambda room: room.version)
