"""Index of seats by device: it agrees with the rooms' events after every move."""

import random
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from app.journal.store import Store
from app.rooms import commands as c
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, Version
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.journal.writers import list_held
from tests.rooms.builders import CODE, JOIN_KEY, NAMES, NEW_CODE, SEED, WATCH_KEY, begin, holder
from tests.rooms.evening import Evening

pytestmark = pytest.mark.asyncio

PHONES: tuple[Digest, ...] = tuple(holder(f"phone {name}") for name in NAMES)


Held = Mapping[Digest, Seat | None]
"""Seat of each device."""


def find_held_seats(room: Room) -> Held:
    """Return the holders of all seats by the room's own events."""
    return {device: room.seat_of(device) for device in (*map(holder, NAMES), *PHONES)}


async def brought_up(store: Store, known: int, entries: Sequence[Entry], phase: str) -> int:
    """Append the entries that the store lacks. Return how many it then has."""
    if known < len(entries):
        await store.append(CODE, Version(known), entries[known:], phase, None)
    return len(entries)


async def check_rooms_held(store: Store, seats: Held) -> None:
    """Check that each device finds exactly the rooms in which it holds a seat."""
    for device, seat in seats.items():
        assert await list_held(store, device) == (() if seat is None else ((CODE, seat),))


async def agree(store: Store, evening: Evening) -> None:
    """Bring the store up to the evening, and compare."""
    await brought_up(store, len(await store.load(CODE)), evening.entries, evening.room.phase)
    await check_rooms_held(store, find_held_seats(evening.room))


def finish_game(evening: Evening) -> Room:
    """Play the evening's game to its end."""
    while evening.room.phase == "playing" and evening.room.play is not None:
        play = evening.room.play
        for seat in tuple(play.asks):
            text = play.game.text(play.asks[seat].default)
            evening.does(c.Seal(seat, play.ask, text))
            evening.does(c.SealForBot(seat, play.ask, text))
    return evening.room


async def test_holdings_follow_people_when_seats_swap_or_rotate(store: Store) -> None:
    evening = Evening("adel_verpflichtet", grace=0)
    for number, name in enumerate(NAMES[1:4], start=1):
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
        assert evening.does(c.MakeReturnLink(Seat(number), holder("link"), Millis(1 << 60)))
        assert evening.does(c.AddDevice(holder("link"), PHONES[number]))
    await agree(store, evening)
    assert evening.does(c.SwapSeats(Seat(0), Seat(1), Seat(3)))
    await agree(store, evening)
    assert evening.does(c.SwapSeats(Seat(0), Seat(2), Seat(4)))
    await agree(store, evening)
    assert evening.does(begin())
    await agree(store, evening)
    assert finish_game(evening).phase == "finished"
    assert evening.does(c.Again(evening.room.hosts[0], SEED, begin().edition, rotate=True))
    await agree(store, evening)
    host = evening.room.hosts[0]
    other = next(seat for seat in evening.room.people() if seat != host)
    assert evening.does(c.Remove(host, other, JOIN_KEY, NEW_CODE, WATCH_KEY))
    await agree(store, evening)
    assert evening.does(c.TakeSeat("Zoe", PHONES[0], JOIN_KEY))
    await agree(store, evening)


@cache
def course(seed: int) -> tuple[tuple[Entry, ...], list[tuple[int, str, Held]]]:
    """Return a random evening's entries and its steps, played once for all stores.

    A step is the number of events after it, the phase then, and the holders of all seats."""
    steps: list[tuple[int, str, Held]] = []
    rng = random.Random(seed)
    evening = Evening("adel_verpflichtet", grace=0)
    for _ in range(40):
        seat, other = Seat(rng.randrange(5)), Seat(rng.randrange(5))
        name = rng.choice(NAMES)
        commands: list[c.Command] = [
            c.TakeSeat(name, holder(name), JOIN_KEY),
            c.SwapSeats(seat, seat, other),
            c.Leave(seat),
            c.Remove(seat, other, JOIN_KEY, NEW_CODE, WATCH_KEY),
            c.SeatBot(seat, other, rng.choice(["normal", None])),
            c.FillWithBots(seat, "normal", rng.choice([2, 3, None])),
            c.Begin(seat, SEED, begin().edition),
            c.Again(seat, SEED, begin().edition, rng.random() < 0.5),
            c.SetUpAnew(seat, None),
        ]
        for command in rng.sample(commands, 3):
            evening.does(command)
        if evening.room.phase == "playing" and rng.random() < 0.2:
            finish_game(evening)
        steps.append((len(evening.entries), evening.room.phase, find_held_seats(evening.room)))
    entries = tuple(evening.entries)
    return entries, steps


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_the_seats_are_found(store: Store, seed: int) -> None:
    entries, steps = course(seed)
    known = 0
    for upto, phase, seats in steps:
        known = await brought_up(store, known, entries[:upto], phase)
        await check_rooms_held(store, seats)
