"""Backup and restore of a thousand games: each is complete and plays on."""

import asyncio
import logging
import os
import random
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from app.journal.sql.backup import back_up, restore
from app.journal.sql.database import open_database
from app.journal.sql.snapshot import snapshot
from app.journal.sql.store import SqlStore
from app.rooms import commands as c
from app.rooms.events import Entry
from app.rooms.fold import fold
from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, RoomCode
from engine import registry
from tests.journal.writers import write_as_played
from tests.known import size_near
from tests.rooms.builders import JOIN_KEY, NAMES, begin, game_of, holder
from tests.rooms.evening import Evening
from tests.seeds import choose_seed

GAMES = int(os.environ.get("SIGNET_RESTORED_GAMES", "12"))
SEED = choose_seed(1)
KINDS = 12
"""Number of different games; each may have many rooms."""

log = logging.getLogger(__name__)

pytestmark = pytest.mark.fault


def play_rounds(seed: int) -> Evening:
    """Return a game after some rounds."""
    rng = random.Random(seed)
    game = sorted(registry.GAMES)[seed % len(registry.GAMES)]
    evening = Evening(game, grace=0, bot_pace=0)
    for name in NAMES[1 : size_near(game, rng.randint(2, 4))]:
        evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    evening.does(begin(rng.randbytes(32).hex(), game))
    for _ in range(rng.randint(1, 40)):
        if evening.room.phase == "finished":
            break
        for seat in tuple(game_of(evening.room).asks):
            if evening.is_asking and seat in game_of(evening.room).asks:
                evening.does(c.Seal(seat, game_of(evening.room).ask, evening.choice(seat, rng.randrange(1000))))
    return evening


def make_code(number: int) -> RoomCode:
    """Return the number as a room code."""
    letters = ""
    for _ in range(ROOM_CODE_LENGTH):
        number, place = divmod(number, len(ROOM_ALPHABET))
        letters = ROOM_ALPHABET[place] + letters
    return RoomCode(letters)


async def fill(url: str, count: int) -> dict[RoomCode, tuple[Entry, ...]]:
    """Write so many rooms to a database and return them."""
    evenings = [play_rounds(SEED + number) for number in range(min(count, KINDS))]
    store, given = SqlStore(url), {}
    for number in range(count):
        evening = evenings[number % len(evenings)]
        room = make_code(number)
        given[room] = tuple(evening.entries)
        await write_as_played(store, room, evening.entries, evening.room.phase)
    await store.close()
    return given


async def find_faults(url: str, given: dict[RoomCode, tuple[Entry, ...]]) -> list[str]:
    """Return what a database lacks of the other's rooms."""
    store, found = SqlStore(url), []
    for room, entries in given.items():
        there = await store.load(room)
        if there != entries or fold(None, there) != fold(None, entries):
            found.append(f"{room}: {len(there)} of {len(entries)} entries")
    with snapshot(url) as rooms:
        if rooms.count() != len(given):
            found.append(f"{rooms.count()} of {len(given)} rooms")
    await store.close()
    return found


def test_all_games_are_restored_completely(tmp_path: Path) -> None:
    one, two = (f"sqlite:///{tmp_path / name / 'signet.db'}" for name in ("one", "two"))
    given = asyncio.run(fill(one, GAMES))
    size = back_up(one, tmp_path / "file")
    begun = time.monotonic()
    assert restore(two, tmp_path / "file") == size
    spent = time.monotonic() - begun
    log.info("%d games with %d entries restored in %.1f s", GAMES, size.entries, spent)
    assert size == (len(given), sum(len(entries) for entries in given.values()))
    assert asyncio.run(find_faults(two, given)) == []


def test_game_without_its_end_is_detected(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'signet.db'}"
    given = asyncio.run(fill(url, 2))
    last = len(given[make_code(1)])
    database = open_database(url)
    with database.engine.begin() as connection:
        connection.execute(
            text("DELETE FROM journal WHERE room = :room AND version = :last"), {"room": make_code(1), "last": last}
        )
    database.close()
    assert asyncio.run(find_faults(url, given)) == [f"{make_code(1)}: {last - 1} of {last} entries"]
