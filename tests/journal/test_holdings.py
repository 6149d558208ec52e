"""Who holds which seat, as rooms are found by it: the same as the room's own facts say, wherever people move."""

import random

import pytest

from app.journal.store import Store
from app.rooms import commands as c
from app.rooms.model.ids import Digest, Millis, Version
from app.rooms.model.room import Room
from engine.core.seats import Seat
from tests.rooms.builders import CODE, JOIN_KEY, NAMES, NEW_CODE, SEED, WATCH_KEY, begin, holder
from tests.rooms.evening import Evening

pytestmark = pytest.mark.asyncio

PHONES: tuple[Digest, ...] = tuple(holder(f"phone {name}") for name in NAMES)


async def agree(store: Store, evening: Evening) -> None:
    """Brings the store up to the evening, and compares."""
    known = len(await store.load(CODE))
    if known < len(evening.entries):
        await store.append(CODE, Version(known), evening.entries[known:], evening.room.phase, None)
    for device in (*map(holder, NAMES), *PHONES):
        seat = evening.room.seat_of(device)
        assert await store.rooms_held(device) == (() if seat is None else ((CODE, seat),))


def played(evening: Evening) -> Room:
    """The evening after its game has come to an end."""
    while evening.room.phase == "playing" and evening.room.play is not None:
        play = evening.room.play
        for seat in tuple(play.asks):
            text = play.game.text(play.asks[seat].default)
            evening.does(c.Seal(seat, play.ask, text))
            evening.does(c.SealForBot(seat, play.ask, text))
    return evening.room


async def test_seats_that_change_places_or_turn_are_held_by_the_same_people(store: Store) -> None:
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
    assert played(evening).phase == "finished"
    assert evening.does(c.Again(evening.room.hosts[0], SEED, begin().edition, rotate=True))
    await agree(store, evening)
    host = evening.room.hosts[0]
    other = next(seat for seat in evening.room.people() if seat != host)
    assert evening.does(c.Remove(host, other, JOIN_KEY, NEW_CODE, WATCH_KEY))
    await agree(store, evening)
    assert evening.does(c.TakeSeat("Zoe", PHONES[0], JOIN_KEY))
    await agree(store, evening)


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_the_seats_are_found(store: Store, seed: int) -> None:
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
            c.Begin(seat, SEED, begin().edition),
            c.Again(seat, SEED, begin().edition, rng.random() < 0.5),
            c.SetUpAnew(seat, None),
        ]
        for command in rng.sample(commands, 3):
            evening.does(command)
        if evening.room.phase == "playing" and rng.random() < 0.2:
            played(evening)
        await agree(store, evening)
