"""A room that moves from a file into a store keeps its journal, fact by fact, whichever store it is."""

import hashlib

import pytest

from app.journal.errors import GameIsHere
from app.journal.store import START, Store
from app.records.full_journal import journal_digest
from app.records.room_file import read_room_file, write_room_file
from app.records.room_import import arrival, players
from app.rooms.fold import fold
from app.rooms.model.clocks import wakes_at
from app.rooms.model.ids import Digest, Millis, RoomCode
from tests.records.evenings import long_evening, record
from tests.records.seated import device, with_tokens
from tests.rooms.builders import NEW_CODE

pytestmark = pytest.mark.asyncio

PASSPHRASE = "a castle by the lake"
HERE = RoomCode("00000000")


async def test_from_a_store_through_a_file_into_a_store(store: Store) -> None:
    there = fold(None, with_tokens(long_evening()))
    assert there is not None
    await store.append(there.code, START, with_tokens(long_evening()), there.phase, wakes_at(there))
    saved = await store.load(there.code)
    restored = read_room_file(write_room_file(saved, record(long_evening()), PASSPHRASE), PASSPHRASE, saved[-1].at)
    links = {seat: Digest(hashlib.sha256(name.encode()).hexdigest()) for seat, name in players(there).items()}
    entries, room = arrival(restored, HERE, NEW_CODE, links, Millis(1 << 50), Millis(saved[-1].at + 5_000))
    with pytest.raises(GameIsHere):
        await store.append(HERE, START, entries, room.phase, wakes_at(room))
    assert await store.load(HERE) == ()
    assert {code for code, _ in await store.rooms_held(device("Ada").digest)} == {there.code}
    await store.delete(there.code)
    await store.append(HERE, START, entries, room.phase, wakes_at(room))
    loaded = await store.load(HERE)
    assert journal_digest(loaded[: len(saved)]) == journal_digest(saved) == restored.digest
    assert fold(None, loaded) == room
    assert {code for code, _ in await store.rooms_held(device("Ada").digest)} == {HERE}
    assert await store.load(there.code) == ()
