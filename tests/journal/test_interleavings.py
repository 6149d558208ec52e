"""Random concurrent appends against a minimal model of a journal."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from app.journal.errors import ConflictError, DuplicateCommandError
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from app.rooms.events import Entry, Event, Said, SeatLeft, SeatTaken
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.writers import entry, list_held, reveal
from tests.whole import whole

pytestmark = pytest.mark.asyncio

ROOMS = tuple(RoomCode(f"ROOM000{number}") for number in range(4))
HOLDERS = tuple(Digest(letter * 64) for letter in "abc")
PHASES = ("lobby", "playing", "paused", "finished")


@dataclass
class Model:
    """Model of the journals: nothing but lists, read from end to end for every query."""

    entries: dict[RoomCode, list[Entry]] = field(default_factory=lambda: {room: [] for room in ROOMS})
    moods: dict[RoomCode, tuple[str, int | None]] = field(default_factory=dict)

    def append(
        self, room: RoomCode, expected: int, added: list[Entry], phase: str, wake_at: int | None
    ) -> type[Exception] | None:
        """Append to the model and return the expected error."""
        here = self.entries[room]
        if len(here) != expected:
            return ConflictError
        commands = [one.command for one in (*here, *added) if one.command is not None]
        if len(commands) != len(set(commands)):
            return DuplicateCommandError
        here += added
        self.moods[room] = phase, wake_at
        return None

    def find_held_seats(self, holder: Digest) -> set[tuple[RoomCode, int]]:
        """Return the holder's seats: it took them last and did not leave them."""
        found = set()
        for room, here in self.entries.items():
            seats: dict[int, Digest | None] = {}
            for one in here:
                if isinstance(one.event, SeatTaken):
                    seats[one.event.seat] = one.event.holder
                elif isinstance(one.event, SeatLeft):
                    seats[one.event.seat] = None
            found |= {(room, seat) for seat, who in seats.items() if who == holder}
        return found

    def find_last_seated(self, holder: Digest, room: RoomCode) -> Millis:
        """Return the moment in which the holder last sat down there."""
        taken = (each for each in reversed(self.entries[room]) if isinstance(each.event, SeatTaken))
        return next(each.at for each in taken if isinstance(each.event, SeatTaken) and each.event.holder == holder)

    def due(self, before: int) -> set[RoomCode]:
        """Return the rooms to wake."""
        return {
            room
            for room, (phase, wake_at) in self.moods.items()
            if wake_at is not None and wake_at <= before and phase != "finished"
        }


def some_entries(rng: random.Random, model: Model, room: RoomCode, expected: int) -> list[Entry]:
    """Return a few entries from a version on."""
    if expected == 0:
        return [reveal(room)]
    made = []
    for version in range(expected + 1, expected + rng.randint(2, 4)):
        command = rng.choice([None, None, f"c{rng.randrange(60)}"])
        made.append(entry(version, some_event(rng, model, room), command, at=rng.randrange(1000)))
    return made


def some_event(rng: random.Random, model: Model, room: RoomCode) -> Event:
    """Return an event that may move a seat; nobody takes a second seat in a room."""
    seat, who = Seat(rng.randrange(3)), rng.choice(HOLDERS)
    if rng.random() < 0.3:
        return SeatLeft(seat)
    # each holder takes the same seat in a room
    own = Seat((HOLDERS.index(who) + ROOMS.index(room)) % 3)
    return SeatTaken(own, "name", who) if rng.random() < 0.5 else Said(seat, "text")


@pytest.mark.parametrize("seed", range(whole(6, 3)))
async def test_a_store_does_what_the_model_does(store: Store, seed: int) -> None:
    rng, model = random.Random(seed), Model()
    for _ in range(40):
        asked, foreseen = [], []
        for _ in range(rng.randint(1, 8)):
            room = rng.choice(ROOMS)
            expected = max(0, len(model.entries[room]) + rng.choice([0, 0, 0, 0, -1, 1]))
            added = some_entries(rng, model, room, expected)
            phase, wake_at = rng.choice(PHASES), rng.choice([None, Millis(rng.randrange(500))])
            foreseen.append(model.append(room, expected, added, phase, wake_at))
            asked.append(store.append(room, Version(expected), added, phase, wake_at))
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [None if outcome is None else type(outcome) for outcome in outcomes] == foreseen
        await agrees(store, model, rng)
        await store.compress(rng.choice(ROOMS), Millis(1_000_000_000_000_000))
        await agrees(store, model, rng)


async def agrees(store: Store, model: Model, rng: random.Random) -> None:
    """Compare the answers of the store and the model."""
    room = rng.choice(ROOMS)
    after = rng.randrange(len(model.entries[room]) + 1)
    assert list(await store.load(room, Version(after))) == model.entries[room][after:]
    holder = rng.choice(HOLDERS)
    held = await list_held(store, holder)
    assert len(held) == len(set(held))
    assert set(held) == model.find_held_seats(holder)
    seen = [model.find_last_seated(holder, code) for code, _ in held]
    assert seen == sorted(seen, reverse=True)
    before = Millis(rng.randrange(500))
    assert set(await store.due(before)) == model.due(before)
    assert await store.count_phases() == Counter(phase for phase, _ in model.moods.values())


@pytest.mark.parametrize("seed", range(3))
async def test_each_version_is_written_by_one_of_two_postgres_stores(fresh_postgres: str, seed: int) -> None:
    rng = random.Random(seed)
    stores = [SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2)]
    acknowledged: dict[tuple[RoomCode, int], list[Entry]] = {}
    try:
        await asyncio.gather(
            *(writer(store, room, f"writer {number}", rng.random(), acknowledged)
              for number, store in enumerate(stores * 2) for room in ROOMS)
        )  # fmt: skip
        for room in ROOMS:
            entries = await stores[0].load(room)
            assert [one.version for one in entries] == list(range(1, len(entries) + 1))
            assert len(entries) >= 30
            assert list(entries) == [acknowledged.pop((room, one.version))[0] for one in entries]
        assert acknowledged == {}
    finally:
        for store in stores:
            await store.close()


async def writer(
    store: SqlStore,
    room: RoomCode,
    name: str,
    seed: float,
    acknowledged: dict[tuple[RoomCode, int], list[Entry]],
) -> None:
    """Append until the room has 30 entries, catching up after every lost race."""
    rng, version = random.Random(seed), 0
    while version < 30:
        new = [entry(version + 1, Said(Seat(0), f"{name} {rng.random()}")) if version else reveal(room)]
        try:
            await store.append(room, Version(version), new, "playing", None)
        except ConflictError:
            missed = await store.load(room, Version(version))
            assert missed, "a conflict without anything new to read"
            version = missed[-1].version
            continue
        for one in new:
            taken = acknowledged.setdefault((room, one.version), [])
            taken.append(one)
            assert len(taken) == 1, "two appends won one version"
        version += len(new)
        await asyncio.sleep(rng.random() / 500)
