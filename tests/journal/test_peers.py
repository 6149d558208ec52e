"""Hints between the processes on one Postgres."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from app.journal.errors import StoreDownError
from app.journal.peers import NoPeers, PeersReport
from app.journal.postgres.peers import PostgresPeers
from app.journal.sql.migrate import upgrade
from app.journal.sql.store import SqlStore
from app.rooms.model.ids import Millis, RoomCode, Version
from tests.journal.writers import ANNA, BEN, V0, V1, V2, V3, A, B, C, entry, open_room, reveal
from tests.postgres import CAREFREE, postgres_server

pytestmark = pytest.mark.asyncio

BRIEF_MS = 1_500
"""Limit of silence after which a process counts as dead in these tests."""

LONG_MS = 60_000
"""Limit of silence for the other tests: no process reaches it, however busy."""

Hints = list[tuple[RoomCode, Version | None]]


@pytest.fixture
def url(fresh_postgres: str) -> str:
    """Address of a database with tables."""
    upgrade(fresh_postgres, trust_disk_off=True)
    return fresh_postgres


@asynccontextmanager
async def start_peers(url: str, heard: Hints | None = None, fresh_ms: int = LONG_MS) -> AsyncIterator[PostgresPeers]:
    """Yield a started process and close it afterwards."""
    one = PostgresPeers(url, fresh_ms)
    noted: Hints = [] if heard is None else heard
    await one.start(lambda room, version: noted.append((room, version)))
    try:
        yield one
    finally:
        await one.close()


async def comes_true(holds: object) -> None:
    """Wait for a condition given as a function."""
    assert callable(holds)
    async with asyncio.timeout(30):
        while not await holds():
            await asyncio.sleep(0.02)


async def wait_for_hints(hints: Hints, count: int) -> None:
    """Wait for that many hints."""

    async def holds() -> bool:
        return len(hints) >= count

    await comes_true(holds)


async def test_an_sqlite_file_has_no_neighbours_and_postgres_may(url: str, sqlite_path: object) -> None:
    alone, beside = SqlStore(f"sqlite:///{sqlite_path}"), SqlStore(url, trust_disk_off=True)
    assert alone.peers.is_alone and not beside.peers.is_alone
    await alone.close()
    await beside.close()


async def test_who_is_alone_owns_everything_and_sees_nobody() -> None:
    alone = NoPeers()
    await alone.start(lambda room, version: None)
    alone.hint(A, V1)
    alone.show(A, frozenset({ANNA}))
    assert await alone.take(A) and await alone.take_due(Millis(1)) == ()
    assert await alone.look([A]) == PeersReport()
    assert await alone.alive() == 1
    await alone.release(A)
    await alone.close()


async def test_hint_reaches_other_processes_but_not_its_sender(url: str) -> None:
    mine: Hints = []
    others: Hints = []
    async with start_peers(url, mine) as one, start_peers(url, others):
        one.hint(A, V2)
        await wait_for_hints(others, 1)
        one.hint(B, V1)
        one.hint(B, V3)
        await wait_for_hints(others, 2)
        assert others == [(A, V2), (B, V3)]
        assert mine == []


async def test_versions_are_looked_up_for_the_rooms_asked_for(url: str) -> None:
    store = SqlStore(url, trust_disk_off=True)
    await open_room(store, A)
    await store.append(A, V1, [entry(2)], "lobby", None)
    await open_room(store, B)
    await store.close()
    async with start_peers(url) as one:
        assert (await one.look([A, C])).versions == {A: 2}
        assert await one.look([]) == PeersReport()


async def test_who_is_connected_elsewhere_is_seen_until_they_go(url: str) -> None:
    heard: Hints = []
    async with start_peers(url) as one, start_peers(url, heard) as other:
        one.show(A, frozenset({ANNA, BEN}))
        one.show(B, frozenset({BEN}))
        await wait_for_hints(heard, 1)

        async def all_seen() -> bool:
            return (await other.look([A, B])).elsewhere == {A: {ANNA, BEN}, B: {BEN}}

        await comes_true(all_seen)
        assert (await one.look([A, B])).elsewhere == {}
        one.show(A, frozenset({BEN}))
        one.show(B, frozenset())

        async def one_seen() -> bool:
            return (await other.look([A, B])).elsewhere == {A: {BEN}}

        await comes_true(one_seen)
        assert {(A, None), (B, None)} <= set(heard)
    async with start_peers(url) as late:
        assert (await late.look([A, B])).elsewhere == {}


async def test_who_falls_silent_is_gone_and_comes_back_with_all(url: str) -> None:
    async with start_peers(url, fresh_ms=BRIEF_MS) as one, start_peers(url, fresh_ms=BRIEF_MS) as other:
        one.show(A, frozenset({ANNA}))

        async def is_seen() -> bool:
            return bool((await other.look([A])).elsewhere)

        await comes_true(is_seen)
        await asyncio.sleep(BRIEF_MS / 1000 + 0.1)
        assert not await is_seen()

        async def is_seen_again() -> bool:
            await one.look([])
            return await is_seen()

        await comes_true(is_seen_again)
        assert await other.alive() == await one.alive() == 2
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as bare:
            bare.execute("TRUNCATE workers CASCADE")
        assert not await is_seen()
        await comes_true(is_seen_again)


async def test_room_is_owned_by_one_process_until_released_or_gone(url: str) -> None:
    async with start_peers(url) as other:
        async with start_peers(url) as one:
            assert sorted(await asyncio.gather(one.take(A), other.take(A))) == [False, True]
            owner, idler = (one, other) if await one.take(A) else (other, one)
            assert not await idler.take(A)
            await idler.release(A)
            assert not await idler.take(A)
            await owner.release(A)
            assert await idler.take(A)
            assert not await owner.take(A)
            await other.release(A)
            await one.take(A)
            assert not await other.take(A)
        assert await other.take(A)


async def test_an_owner_that_falls_silent_is_replaced_and_learns_so(url: str) -> None:
    async with start_peers(url, fresh_ms=BRIEF_MS) as one, start_peers(url, fresh_ms=BRIEF_MS) as other:
        assert await one.take(A)
        await asyncio.sleep(BRIEF_MS / 1000 + 0.1)
        assert await other.take(A)
        await one.look([])
        await other.look([])
        assert not await one.take(A)


async def test_many_who_ask_at_once_never_own_a_room_together(url: str) -> None:
    rooms = [RoomCode(f"ROOM000{number}") for number in range(8)]
    async with start_peers(url) as one, start_peers(url) as two, start_peers(url) as three:
        processes = (one, two, three)
        asked = [(room, each) for room in rooms for each in processes]
        owns = await asyncio.gather(*(each.take(room) for room, each in asked))
        owned = [room for (room, _), is_owner in zip(asked, owns, strict=True) if is_owner]
        assert sorted(owned) == rooms


async def test_due_rooms_are_shared_out_and_each_is_given_once(url: str) -> None:
    store = SqlStore(url, trust_disk_off=True)
    codes = [RoomCode(f"ROOM00{number:02}") for number in range(30)]
    for number, code in enumerate(codes):
        phase = "finished" if number == 0 else "playing"
        await store.append(code, V0, [reveal(code)], phase, Millis(100 + number))
    await store.close()
    async with start_peers(url) as other:
        async with start_peers(url) as one:
            assert await other.take(codes[5])
            assert await other.take_due(Millis(99)) == ()
            first, second = await asyncio.gather(one.take_due(Millis(119)), other.take_due(Millis(119)))
            assert set(first) | set(second) == set(codes[1:20])
            assert not set(first) & set(second)
            assert codes[5] in second, "a room owned here is given again: its host may have failed"
            assert await one.take_due(Millis(119)) == tuple(sorted(first)) or set(first) == set()
        assert set(await other.take_due(Millis(119))) == set(codes[1:20])


async def test_a_due_room_is_owned_where_somebody_listens(url: str) -> None:
    store = SqlStore(url, trust_disk_off=True)
    for code in (A, B):
        await store.append(code, V0, [reveal(code)], "playing", Millis(100))
    await store.close()
    heard: Hints = []
    async with start_peers(url, heard) as idler:
        async with start_peers(url) as one, start_peers(url, heard) as other:
            one.show(A, frozenset({ANNA}))
            await wait_for_hints(heard, 2)
            assert await idler.take_due(Millis(100)) == (B,)
            assert await other.take_due(Millis(100)) == ()
            assert await one.take_due(Millis(100)) == (A,)
            await one.release(A)
            other.show(A, frozenset({BEN}))
            await comes_true(lambda: _sees(one, A))
            assert await other.take_due(Millis(100)) == (A,), "somebody listens there as well"
            await other.release(A)
        assert set(await idler.take_due(Millis(100))) == {A, B}, "the others are gone"


async def _sees(one: PostgresPeers, room: RoomCode) -> bool:
    return room in (await one.look([room])).elsewhere


@pytest.mark.fault
async def test_peers_recover_presence_and_hints_after_a_database_restart() -> None:
    with postgres_server(CAREFREE) as server:
        url = server.url()
        upgrade(url, trust_disk_off=True)
        heard: Hints = []
        async with start_peers(url) as one, start_peers(url, heard) as other:
            one.show(A, frozenset({ANNA}))

            async def is_seen() -> bool:
                try:
                    await one.look([])
                    return bool((await other.look([A])).elsewhere)
                except StoreDownError:
                    return False

            await comes_true(is_seen)
            for mode in ("fast", "immediate"):
                await asyncio.to_thread(server.stop, mode)
                with pytest.raises(StoreDownError):
                    await one.look([A])
                one.show(B, frozenset({BEN}))
                one.show(B, frozenset())
                await asyncio.to_thread(server.start, CAREFREE)
                await comes_true(is_seen)
                before = len(heard)

                async def is_heard(before: int = before) -> bool:
                    one.hint(A, V2)
                    return len(heard) > before

                await comes_true(is_heard)
        with pytest.raises(StoreDownError):
            await one.look([])
