"""Contract of every store."""

import asyncio

import pytest

from app.journal.errors import ConflictError, DuplicateCommandError, StoreDownError
from app.journal.store import Store
from app.rooms.events import (
    DeviceAdded,
    DeviceRevoked,
    DeviceSeen,
    Entry,
    GameBegun,
    JoinKeyChanged,
    SeatLeft,
    SeatTaken,
)
from app.rooms.model.ids import Digest, Millis, Version
from engine.core.seats import Seat
from tests.journal.writers import ANNA, BEN, KEY, V0, V1, V2, V3, A, B, C, entry, list_held, open_room, reveal

pytestmark = pytest.mark.asyncio


async def test_what_is_appended_is_loaded_in_order(store: Store) -> None:
    first = [reveal(A), entry(2, SeatTaken(Seat(0), "Änne 🃏", ANNA), KEY)]
    second = [entry(3), entry(4, command="other"), entry(5)]
    await store.append(A, V0, first, "lobby", None)
    await store.append(A, V2, second, "lobby", None)
    assert await store.load(A) == (*first, *second)


async def test_load_gives_what_comes_after_a_version(store: Store) -> None:
    await store.append(A, V0, [reveal(A), entry(2), entry(3)], "lobby", None)
    assert await store.load(A, V1) == (entry(2), entry(3))
    assert await store.load(A, V3) == ()


async def test_a_room_that_is_not_there_has_no_entries(store: Store) -> None:
    await open_room(store, A)
    assert await store.load(B) == ()


@pytest.mark.parametrize("expected", [1, 3])
async def test_append_at_a_wrong_version_conflicts_and_writes_nothing(store: Store, expected: int) -> None:
    await store.append(A, V0, [reveal(A), entry(2)], "lobby", None)
    with pytest.raises(ConflictError) as failure:
        await store.append(A, Version(expected), [entry(expected + 1)], "playing", Millis(5))
    assert (failure.value.room, failure.value.expected) == (A, expected)
    assert await store.load(A) == (reveal(A), entry(2))
    assert await store.count_phases() == {"lobby": 1}


async def test_a_room_opens_once(store: Store) -> None:
    await open_room(store, A)
    with pytest.raises(ConflictError):
        await store.append(A, V0, [reveal(A), entry(2)], "lobby", None)
    assert await store.load(A) == (reveal(A),)


async def test_a_room_that_is_not_there_is_at_no_version(store: Store) -> None:
    with pytest.raises(ConflictError):
        await store.append(A, V1, [entry(2)], "lobby", None)
    assert await store.load(A) == ()


async def test_a_command_is_carried_out_once_in_a_room(store: Store) -> None:
    await store.append(A, V0, [reveal(A), entry(2, command=KEY)], "lobby", None)
    with pytest.raises(DuplicateCommandError) as failure:
        await store.append(A, V2, [entry(3), entry(4, command=KEY)], "lobby", None)
    assert (failure.value.room, failure.value.command) == (A, KEY)
    assert await store.load(A, V2) == ()
    await store.append(A, V2, [entry(3, command="another")], "lobby", None)


async def test_one_append_cannot_carry_out_a_command_twice(store: Store) -> None:
    await open_room(store, A)
    with pytest.raises(DuplicateCommandError):
        await store.append(A, V1, [entry(2, command=KEY), entry(3, command=KEY)], "lobby", None)
    assert await store.load(A) == (reveal(A),)


async def test_rooms_know_nothing_of_each_others_commands(store: Store) -> None:
    await open_room(store, A)
    await open_room(store, B)
    await store.append(A, V1, [entry(2, command=KEY)], "lobby", None)
    await store.append(B, V1, [entry(2, command=KEY)], "lobby", None)
    assert await store.load(A, V1) == await store.load(B, V1) == (entry(2, command=KEY),)


@pytest.mark.parametrize(
    ("expected", "entries"),
    [
        (1, []),
        (1, [entry(3)]),
        (1, [entry(2), entry(4)]),
        (1, [entry(2), entry(2)]),
        (0, [entry(1)]),
        (1, [entry(2, reveal(A).event)]),
        (1, [entry(2, command="nul\0")]),
        (1, [entry(2, command="half \ud83c")]),
    ],
)
async def test_entries_out_of_order_or_beyond_text_are_refused(
    store: Store, expected: int, entries: list[Entry]
) -> None:
    await open_room(store, A)
    with pytest.raises(ValueError, match=r"version|room|key"):
        await store.append(A, Version(expected), entries, "lobby", None)
    assert await store.load(A) == (reveal(A),)


async def test_failed_append_does_not_affect_others_in_its_batch(store: Store) -> None:
    await open_room(store, A)
    await store.append(B, V0, [reveal(B), entry(2, command=KEY)], "lobby", None)
    outcomes = await asyncio.gather(
        store.append(C, V0, [reveal(C)], "lobby", None),
        store.append(A, V3, [entry(4)], "lobby", None),
        store.append(B, V2, [entry(3, command=KEY)], "lobby", None),
        store.append(A, V1, [entry(2)], "lobby", None),
        store.append(A, V1, [entry(2)], "lobby", None),
        store.append(B, V2, [entry(3)], "lobby", None),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        ConflictError,
        DuplicateCommandError,
        type(None),
        ConflictError,
        type(None),
    ]
    assert await store.load(C) == (reveal(C),)
    assert await store.load(A) == (reveal(A), entry(2))
    assert await store.load(B, V2) == (entry(3),)


async def test_what_no_database_can_number_hurts_no_other_append(store: Store) -> None:
    await open_room(store, A)
    await open_room(store, B)
    good, _ = await asyncio.gather(
        store.append(A, V1, [entry(2)], "lobby", None),
        store.append(B, V1, [entry(2)], "lobby", Millis(1 << 70)),
        return_exceptions=True,
    )
    assert good is None
    assert await store.load(A, V1) == (entry(2),)


async def test_concurrent_appends_to_one_room_are_written_in_order(store: Store) -> None:
    await open_room(store, A)
    await asyncio.gather(*(store.append(A, Version(n), [entry(n + 1)], "lobby", None) for n in range(1, 40)))
    assert [one.version for one in await store.load(A)] == list(range(1, 41))


async def test_an_append_goes_on_when_its_waiter_is_cancelled(store: Store) -> None:
    await open_room(store, A)
    await open_room(store, B)
    given_up = asyncio.create_task(store.append(A, V1, [entry(2)], "lobby", None))
    other = asyncio.create_task(store.append(B, V1, [entry(2)], "lobby", None))
    await asyncio.sleep(0)
    given_up.cancel()
    await other
    with pytest.raises(asyncio.CancelledError):
        await given_up
    assert await store.load(A, V1) == (entry(2),)


async def test_rooms_held_are_sorted_by_the_holders_own_last_activity(store: Store) -> None:
    """Other people's actions do not count: they cannot push a room off the home page."""
    await open_room(store, A, SeatTaken(Seat(2), "Anna", ANNA), at=10)
    await open_room(store, B, SeatTaken(Seat(0), "Anna", ANNA), SeatTaken(Seat(1), "Ben", BEN), at=20)
    assert await list_held(store, ANNA) == ((B, 0), (A, 2))
    await store.append(A, V2, [entry(3, at=30)], "lobby", None)
    assert await list_held(store, ANNA) == ((B, 0), (A, 2))
    await store.append(A, V3, [entry(4, DeviceSeen(Seat(2), ANNA), at=40)], "lobby", None)
    assert await list_held(store, ANNA) == ((A, 2), (B, 0))
    assert await list_held(store, BEN) == ((B, 1),)
    assert await list_held(store, Digest("c" * 64)) == ()


async def test_seat_given_up_is_held_by_no_device(store: Store) -> None:
    device = Digest("e" * 64)
    taken = SeatTaken(Seat(1), "Anna", ANNA)
    await open_room(store, A, taken, SeatTaken(Seat(0), "Ben", BEN), DeviceAdded(Seat(1), device, Digest("f" * 64)))
    assert await list_held(store, ANNA) == await list_held(store, device) == ((A, 1),)
    await store.append(A, Version(4), [entry(5, SeatLeft(Seat(1)))], "lobby", None)
    assert await list_held(store, ANNA) == await list_held(store, device) == ()
    assert await list_held(store, BEN) == ((A, 0),)


async def test_a_seat_taken_over_is_the_newcomers_alone(store: Store) -> None:
    await open_room(store, A, SeatTaken(Seat(1), "Anna", ANNA), SeatTaken(Seat(1), "Ben", BEN))
    assert (await list_held(store, ANNA), await list_held(store, BEN)) == ((), ((A, 1),))
    await store.append(A, V3, [entry(4, SeatTaken(Seat(1), "Bot", bot="steady"))], "lobby", None)
    assert await list_held(store, BEN) == ()


async def test_rooms_held_names_the_new_seat_after_a_change(store: Store) -> None:
    await open_room(store, A, SeatTaken(Seat(1), "Anna", ANNA), SeatLeft(Seat(1)), SeatTaken(Seat(3), "Anna", ANNA))
    assert await list_held(store, ANNA) == ((A, 3),)


async def test_revoked_device_loses_the_seat_and_others_keep_it(store: Store) -> None:
    added = DeviceAdded(Seat(1), BEN, Digest("f" * 64))
    await open_room(store, A, SeatTaken(Seat(1), "Anna", ANNA), added, DeviceRevoked(Seat(1), ANNA))
    assert (await list_held(store, ANNA), await list_held(store, BEN)) == ((), ((A, 1),))


async def test_load_revoked_returns_a_removed_device_until_it_returns(store: Store) -> None:
    """The room's fate does not matter: its file may come back."""
    added = DeviceAdded(Seat(1), BEN, Digest("f" * 64))
    gone = (DeviceRevoked(Seat(1), BEN), DeviceRevoked(Seat(1), BEN))
    await open_room(store, A, SeatTaken(Seat(1), "Anna", ANNA), added, *gone, DeviceRevoked(Seat(1), ANNA))
    assert await store.load_revoked(A) == {ANNA, BEN}
    assert await store.load_revoked(B) == frozenset()
    await store.append(A, Version(6), [entry(7, added)], "lobby", None)
    assert await store.load_revoked(A) == {ANNA}
    await store.delete(A)
    assert await store.load(A) == ()
    assert await store.load_revoked(A) == {ANNA}
    await open_room(store, A, SeatTaken(Seat(0), "Anna", ANNA))
    assert await store.load_revoked(A) == frozenset()


async def test_holders_move_with_their_seats_when_a_game_begins(store: Store) -> None:
    taken = (SeatTaken(Seat(0), "Carl", Digest("c" * 64)), SeatTaken(Seat(2), "Anna", ANNA))
    await open_room(store, A, *taken, SeatTaken(Seat(4), "Ben", BEN))
    begun = GameBegun(1, "a game", (Seat(0), Seat(2), Seat(4)), {}, None, "00", Digest("d" * 64))
    await store.append(A, Version(4), [entry(5, begun)], "playing", None)
    assert (await list_held(store, ANNA), await list_held(store, BEN)) == (((A, 1),), ((A, 2),))
    await store.append(A, Version(5), [entry(6, SeatTaken(Seat(4), "Dora", Digest("e" * 64)))], "playing", None)
    await store.append(A, Version(6), [entry(7, SeatLeft(Seat(1)))], "playing", None)
    assert (await list_held(store, ANNA), await list_held(store, BEN)) == ((), ((A, 2),))


async def test_due_rooms_follow_their_last_append_until_finished(store: Store) -> None:
    for room, wake_at in ((A, 300), (B, 200), (C, None)):
        await store.append(room, V0, [reveal(room)], "playing", None if wake_at is None else Millis(wake_at))
    assert await store.due(Millis(199)) == ()
    assert await store.due(Millis(200)) == (B,)
    assert await store.due(Millis(1000)) == (B, A)
    await store.append(B, V1, [entry(2)], "finished", Millis(200))
    await store.append(A, V1, [entry(2)], "playing", Millis(400))
    assert await store.due(Millis(399)) == ()
    assert await store.due(Millis((1 << 62) - 1)) == (A,)


async def test_the_last_heartbeat_is_kept(store: Store) -> None:
    assert await store.last_beat() is None
    await store.beat(Millis(1_700_000_000_000))
    await store.beat(Millis(1_700_000_005_000))
    assert await store.last_beat() == 1_700_000_005_000


async def test_closed_store_completes_pending_appends_and_refuses_new_ones(store: Store) -> None:
    await store.check()
    asked = [asyncio.create_task(store.append(room, V0, [reveal(room)], "lobby", None)) for room in (A, B, C)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [None, None, None]
    with pytest.raises(StoreDownError):
        await store.check()
    with pytest.raises(StoreDownError):
        await store.append(A, V1, [entry(2)], "lobby", None)
    await store.close()


async def test_room_is_joined_by_its_own_code_until_that_changes(store: Store) -> None:
    await open_room(store, A)
    assert await store.room_joined_by(A) == A
    assert await store.room_joined_by(B) is None
    await store.append(A, V1, [entry(2, JoinKeyChanged("key")), entry(3, JoinKeyChanged("key", B))], "lobby", None)
    assert (await store.room_joined_by(A), await store.room_joined_by(B)) == (None, A)
    changes = [entry(number, JoinKeyChanged("key", code)) for number, code in ((4, C), (5, None))]
    await store.append(A, V3, changes, "lobby", None)
    assert [await store.room_joined_by(code) for code in (A, B, C)] == [None, None, A]
    await store.delete(A)
    assert await store.room_joined_by(C) is None
    await open_room(store, C)
    assert await store.room_joined_by(C) == C


async def test_room_opened_with_another_join_code_is_joined_by_it(store: Store) -> None:
    await open_room(store, A, JoinKeyChanged("key", B))
    assert (await store.room_joined_by(A), await store.room_joined_by(B)) == (None, A)


async def test_a_code_leads_to_one_room(store: Store) -> None:
    """Two rooms may get one code in several ways: the second always writes nothing."""
    await open_room(store, A, JoinKeyChanged("key", B))
    with pytest.raises(ConflictError):
        await open_room(store, B)
    with pytest.raises(ConflictError):
        await open_room(store, C, JoinKeyChanged("key", B))
    await open_room(store, C)
    with pytest.raises(StoreDownError):
        await store.append(C, V1, [entry(2, JoinKeyChanged("key", B))], "lobby", None)
    assert await store.load(C) == (reveal(C),)
    assert await store.load(B) == ()
    assert [await store.room_joined_by(code) for code in (A, B, C)] == [None, A, C]
    await store.append(C, V1, [entry(2, JoinKeyChanged("key", A))], "lobby", None)
    assert await store.room_joined_by(A) == C, "what the first room gave up"


async def test_rooms_are_counted_by_their_phase(store: Store) -> None:
    assert await store.count_phases() == {}
    for room, phase in ((A, "lobby"), (B, "playing"), (C, "lobby")):
        await store.append(room, V0, [reveal(room)], phase, None)
    assert await store.count_phases() == {"lobby": 2, "playing": 1}
    await store.append(A, V1, [entry(2)], "playing", None)
    await store.delete(C)
    assert await store.count_phases() == {"playing": 2}
