"""Rooms that move from a file into a store: each kind of store keeps every event."""

import hashlib

import pytest

from app.journal.errors import DuplicateGameError
from app.journal.store import START, Store
from app.records.full_journal import journal_digest
from app.records.room_file import read_room_file, write_room_file
from app.records.room_import import RoomImport, arrive, players
from app.rooms import events as e
from app.rooms.events import GameBegun
from app.rooms.fold import fold
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.writers import list_held
from tests.records.evenings import long_evening, record
from tests.records.seated import assign_devices, device
from tests.rooms.builders import NEW_CODE

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("light_keys")]

PASSPHRASE = "a castle by the lake"
HERE = RoomCode("00000000")
EVE = Digest("5e" * 32)


async def test_from_a_store_through_a_file_into_a_store(store: Store) -> None:
    there = fold(None, assign_devices(long_evening()))
    assert there is not None
    await store.append(there.code, START, assign_devices(long_evening()), there.phase, next_deadline(there))
    saved = await store.load(there.code)
    file = write_room_file(saved, record(long_evening()), PASSPHRASE, bytes(32))
    restored = read_room_file(file, PASSPHRASE, saved[-1].at)
    links = {seat: Digest(hashlib.sha256(name.encode()).hexdigest()) for seat, name in players(there).items()}
    arrival = RoomImport(restored, HERE, is_own=False, importer=None)
    entries, room = arrive(arrival, NEW_CODE, links, Millis(1 << 50), Millis(saved[-1].at + 5_000))
    with pytest.raises(DuplicateGameError):
        await store.append(HERE, START, entries, room.phase, next_deadline(room))
    assert await store.load(HERE) == ()
    assert {code for code, _ in await list_held(store, device("Ada").digest)} == {there.code}
    await store.delete(there.code)
    await store.append(HERE, START, entries, room.phase, next_deadline(room))
    loaded = await store.load(HERE)
    assert journal_digest(loaded[: len(saved)]) == journal_digest(saved) == restored.digest
    assert fold(None, loaded) == room
    assert await store.load(there.code) == ()


@pytest.mark.parametrize("keeps", [True, False])
async def test_arrived_room_is_listed_only_for_devices_that_hold_it(store: Store, keeps: bool) -> None:
    """A made-up journal may claim any holder: a game skips a held seat, nobody leaves."""
    entries = assign_devices(long_evening())
    left = next(place for place, entry in enumerate(entries) if isinstance(entry.event, GameBegun))
    lobby = (*entries[:left], e.Entry(Version(left + 1), entries[left].at, e.DeviceAdded(Seat(4), EVE, EVE)))
    there = fold(None, entries[:left])
    assert there is not None
    arrived = e.RoomArrived(None, keeps, keeps, entries[0].at)
    await store.append(there.code, START, (*lobby, e.Entry(Version(left + 2), lobby[-1].at, arrived)), "lobby", None)
    found = [await list_held(store, holder) for holder in (device("Ada").digest, EVE)]
    assert list(map(bool, found)) == [keeps, keeps]
