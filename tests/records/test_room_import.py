"""Rooms from a file: what the server vouches for, kept devices, who gets links."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest

from app.records.full_journal import journal_digest
from app.records.passphrase import seal, unseal
from app.records.room_file import RestoredRoom, drop_chat, is_own_file, read_room_file, write_room_file
from app.records.room_import import BREATH_MS, RoomImport, arrive, players
from app.rooms import events as e
from app.rooms.fold import fold
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from engine.core.plain import canonical
from engine.core.seats import Seat
from tests.records.evenings import long_evening, record, short_evening
from tests.records.seated import assign_devices, device
from tests.rooms.builders import NEW_CODE

pytestmark = pytest.mark.usefixtures("light_keys")

PASSPHRASE = "a castle by the lake"
KEY, OTHER_KEY = b"k" * 32, b"o" * 32
HERE = RoomCode("00000000")
MONTH_MS = 30 * 24 * 3600 * 1000
LINK = Digest("1f" * 32)


@pytest.fixture(scope="module")
def file(light_keys: None) -> bytes:
    """File of a long evening in the middle of its fourth game."""
    return write_room_file(assign_devices(long_evening()), record(long_evening()), PASSPHRASE, KEY)


def restore_file(data: bytes) -> RestoredRoom:
    return read_room_file(data, PASSPHRASE, long_evening().now)


def test_import_credits_clock_time_and_creates_a_link_per_seat(file: bytes) -> None:
    restored = restore_file(file)
    saved_at = restored.entries[-1].at
    now = Millis(saved_at + MONTH_MS)
    links = {seat: Digest(hashlib.sha256(who.encode()).hexdigest()) for seat, who in players(restored.room).items()}
    assert sorted(players(restored.room).values()) == ["Ada", "Ben", "Carla"]
    arrival = RoomImport(restored, HERE, is_own=False, importer=None)
    assert sorted(arrival.linked) == sorted(links)
    entries, room = arrive(arrival, NEW_CODE, links, Millis(now + 1), now)
    assert room.code == HERE
    assert room == fold(None, entries)
    assert journal_digest(entries[: len(restored.entries)]) == restored.digest
    assert [entry.event for entry in entries[len(restored.entries) :]] == [
        e.OutageCredited(Millis(MONTH_MS + BREATH_MS)),
        e.RoomArrived(None, False, False, saved_at),
        *(e.SeatLinkMade(seat, link, Millis(now + 1)) for seat, link in links.items()),
    ]
    assert [who.devices for who in room.seats if who is not None] == [()] * len(room.list_taken())
    assert {link.seat for link in room.links} == set(links)
    wake = next_deadline(room)
    assert wake is None or wake > now


def with_events(restored: RestoredRoom, *events: e.Event) -> RestoredRoom:
    """Return the restored room with these events behind it, all of one moment."""
    entries = list(restored.entries)
    for event in events:
        entries.append(e.Entry(Version(len(entries) + 1), entries[-1].at, event))
    room = fold(None, entries)
    assert room is not None
    return replace(restored, entries=tuple(entries), room=room)


def test_own_file_keeps_its_devices_only_under_its_own_code(file: bytes) -> None:
    """The saver alone gets a link, and only if another device brings the file.

    Older links are void."""
    restored = restore_file(file)
    ada, carla = (restored.room.seat_of(device(name).digest) for name in ("Ada", "Carla"))
    assert ada is not None and carla is not None
    saved = with_events(restored, e.ReturnLinkMade(ada, LINK, restored.entries[-1].at), e.TableSaved(carla))
    assert saved.room.links
    code, own, other = saved.room.code, device("Ada").digest, device("Eve").digest
    for importer, by, linked in ((own, ada, ()), (other, carla, (carla,)), (None, carla, (carla,))):
        arrival = RoomImport(saved, code, is_own=True, importer=importer)
        assert (arrival.by, arrival.linked, arrival.is_seated) == (by, linked, by == ada)
        _, room = arrive(arrival, NEW_CODE, {}, Millis(0), Millis(0))
        assert room.seats == saved.room.seats
        assert room.links == ()
        assert [(each.name, each.is_own) for each in room.arrivals] == [("Ada" if by == ada else "Carla", True)]
    copy = RoomImport(saved, HERE, is_own=True, importer=own)
    assert (copy.linked[0], set(copy.linked), copy.is_seated) == (carla, set(saved.room.persons()), False)
    _, room = arrive(copy, NEW_CODE, {}, Millis(0), Millis(0))
    assert room.people() == ()
    assert room.persons() == saved.room.persons()
    assert room.seat_of(own) is None


def test_file_without_a_known_saver_gives_every_seat_a_link(file: bytes) -> None:
    arrival = RoomImport(restore_file(file), HERE, is_own=False, importer=None)
    assert arrival.restored.saver is None
    assert sorted(arrival.linked) == [0, 1, 2]
    stranger = with_events(arrival.restored, e.SeatLeft(Seat(1)), e.TableSaved(Seat(1)))
    assert stranger.saver is None


def test_what_a_file_allowed_is_allowed_no_more(file: bytes) -> None:
    """Old votes, the agreement to save and links to seats count no more."""
    restored = restore_file(file)
    play = restored.room.play
    assert play is not None
    votes = [e.VoteCast(seat, "save", True) for seat in restored.room.people()]
    agreed = with_events(restored, *votes, e.SaveAgreed(play.ask))
    for arrival in (RoomImport(agreed, HERE, False, None), RoomImport(agreed, agreed.room.code, True, None)):
        _, room = arrive(arrival, NEW_CODE, {}, Millis(0), Millis(0))
        assert (room.votes, room.is_save_agreed, room.links) == ({}, False, ())


def test_import_removes_devices_that_a_forged_journal_gives_to_bots() -> None:
    evening = short_evening()
    entries = assign_devices(evening)
    bots = [seat for seat in evening.room.list_taken() if (who := evening.room.occupant(seat)) is not None and who.bot]
    spied = [e.DeviceAdded(seat, device(f"Spy{seat}").digest, LINK) for seat in (*bots, Seat(1))]
    room = fold(None, entries)
    assert room is not None and spied
    forged = with_events(RestoredRoom(entries, room, Digest(""), ""), *spied)
    _, there = arrive(RoomImport(forged, HERE, False, None), NEW_CODE, {}, Millis(0), Millis(0))
    assert [there.seat_of(event.holder) for event in spied] == [None] * len(spied)


def test_earlier_arrivals_count_only_in_files_written_by_this_server(file: bytes) -> None:
    restored = restore_file(file)
    at = restored.entries[-1].at
    foreign, own = e.RoomArrived(None, False, False, at), e.RoomArrived(Seat(0), True, True, at)
    told = with_events(restored, foreign, own, own)
    assert [each.is_own for each in told.room.arrivals] == [False, True]
    for is_own, left in ((True, [False, True]), (False, [False])):
        _, room = arrive(RoomImport(told, HERE, is_own, None), NEW_CODE, {}, Millis(0), Millis(0))
        assert [each.is_own for each in room.arrivals] == left


def reseal_file(file: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the file as changed by somebody with its passphrase."""
    whole = orjson.loads(file)
    sealed = whole.pop("sealed")
    inner = orjson.loads(unseal(sealed, PASSPHRASE, canonical(whole)))
    change(inner)
    return orjson.dumps({**whole, "sealed": seal(orjson.dumps(inner), PASSPHRASE, canonical(whole))})


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "code": lambda inner: inner["journal"][0]["body"].update(code="00000000"),
    "talk": lambda inner: next(row for row in inner["journal"] if row["kind"] == "said")["body"].update(text="I cheat"),
    "end": lambda inner: inner["journal"].pop(),
    "moment": lambda inner: inner["journal"][-1].update(at=inner["journal"][-1]["at"] + 1),
    "command": lambda inner: inner["journal"][2].update(command="abc:1"),
    "device": lambda inner: next(row for row in inner["journal"] if row["kind"] == "seat_taken")["body"].update(
        holder="5e" * 32
    ),
    "no tag": lambda inner: inner.pop("tag"),
    "tag of nothing": lambda inner: inner.update(tag=""),
    "another tag": lambda inner: inner.update(tag="00" * 32),
    "half a tag": lambda inner: inner.update(tag=inner["tag"][:32]),
    "no text": lambda inner: inner.update(tag=[inner["tag"]]),
    "not ASCII": lambda inner: inner.update(tag="ä" * 64),
}


def test_a_server_knows_the_files_that_it_wrote(file: bytes) -> None:
    assert is_own_file(restore_file(file), KEY)
    assert not is_own_file(restore_file(file), OTHER_KEY)
    assert is_own_file(restore_file(reseal_file(file, lambda inner: None)), KEY)
    silent = drop_chat(assign_devices(long_evening()))
    written = write_room_file(silent, record(long_evening()), PASSPHRASE, KEY)
    assert is_own_file(restore_file(written), KEY)
    assert restore_file(written).contents != restore_file(file).contents


@pytest.mark.parametrize("what", CHANGES)
def test_a_file_that_was_changed_is_none_of_ones_own(file: bytes, what: str) -> None:
    forged = restore_file(reseal_file(file, CHANGES[what]))
    assert not is_own_file(forged, KEY)


@pytest.mark.parametrize("what", ["code", "command"])
def test_a_tag_over_the_fingerprint_alone_would_not_see_it(file: bytes, what: str) -> None:
    """The check above fails for a server whose tag covers only what players see.

    Players see neither code nor commands."""
    assert restore_file(reseal_file(file, CHANGES[what])).digest == restore_file(file).digest


def test_import_replaces_a_changed_join_code_and_keeps_its_keys(file: bytes) -> None:
    restored = restore_file(file)
    version, when = restored.room.version, restored.entries[-1].at
    changed = e.Entry(Version(version + 1), when, e.JoinKeyChanged("k" * 22, RoomCode("11111111"), "w" * 22))
    entries = (*restored.entries, changed)
    room = fold(None, entries)
    assert room is not None
    restored = replace(restored, entries=entries, room=room)
    _, there = arrive(RoomImport(restored, HERE, False, None), NEW_CODE, {}, Millis(0), when)
    assert (there.code, there.join_code) == (HERE, NEW_CODE)
    assert (there.join_key, there.watch_key) == (room.join_key, room.watch_key)


def test_a_rested_table_goes_on_resting(file: bytes) -> None:
    restored = restore_file(file)
    paused = e.Entry(Version(len(restored.entries) + 1), restored.entries[-1].at, e.Paused(Seat(0)))
    entries = (*restored.entries, paused)
    room = fold(None, entries)
    assert room is not None
    restored = replace(restored, entries=entries, room=room)
    arrived, there = arrive(RoomImport(restored, room.code, True, None), NEW_CODE, {}, Millis(0), Millis(1 << 50))
    assert arrived[:-1] == entries
    assert isinstance(arrived[-1].event, e.RoomArrived)
    assert there.phase == "paused"
