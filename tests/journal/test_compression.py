"""Compressed journals: smaller, the same, expanded by the next append."""

import asyncio
import gzip
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, text

from app.journal.chain import Head
from app.journal.codec import Coded
from app.journal.compression import compress_rows, decompress_rows
from app.journal.errors import ConflictError, DuplicateCommandError, UnreadableError, UnstorableError
from app.journal.rows import Row
from app.journal.sql import compressing
from app.journal.sql.backup import BadBackupError, back_up, restore
from app.journal.sql.compressing import LEAST_ENTRIES
from app.journal.sql.snapshot import snapshot
from app.journal.sql.store import SqlStore
from app.journal.sql.tables import compressed_journals, journal
from app.journal.store import Store
from app.maintenance import BROKEN, check
from app.records.check_journal import first_broken
from app.rooms.events import Entry, SeatTaken
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.chains import build_chain, rows_in
from tests.journal.conftest import OpenSql
from tests.journal.test_chain import tamper, url_of
from tests.journal.writers import ANNA, V0, A, B, C, entry, list_held, open_room, reveal

LAST = Version(LEAST_ENTRIES + 10)
LATER = Millis(1_800_000_000_000)
FIRST_ROOM = RoomCode("")
CANARY = "castle, thief 9"


def room_entries(room: RoomCode = A, last: int = LAST) -> list[Entry]:
    """Return a room's first entries, half of them commands."""
    seated = entry(2, SeatTaken(Seat(0), "Änne 🃏", ANNA))
    return [
        reveal(room),
        seated,
        *(entry(number, None, f"c{number}" if number % 2 else None) for number in range(3, last + 1)),
    ]


async def open_resting(store: Store, room: RoomCode = A, phase: str = "finished") -> None:
    await store.append(room, V0, room_entries(room), phase, None)


async def count_rows(store: Store) -> tuple[int, int]:
    """Return the numbers of journal rows and of compressed journals."""
    assert isinstance(store, SqlStore)

    def count() -> tuple[int, int]:
        with store.database.engine.begin() as connection:
            rows, whole = (
                connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (journal, compressed_journals)
            )
        return rows, whole

    return await asyncio.to_thread(count)


SAID = Row(V0, Millis(5), Coded("said", 1, "{}"), None, None)
ODD_TEXTS = ("a" * 64, "A" * 64, "0" * 200, "\x01", "\\u0001")

ENTRY = st.builds(
    Row,
    st.just(V0),
    st.integers(0, 1 << 45),
    st.builds(Coded, st.text(max_size=8), st.integers(1, 9), st.text(max_size=30) | st.sampled_from(ODD_TEXTS)),
    st.none() | st.text(max_size=30).map(CommandKey),
    st.none() | st.binary(min_size=32, max_size=32).map(lambda each: Digest(each.hex())),
)


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def sql_store(request: pytest.FixtureRequest) -> AsyncIterator[SqlStore]:
    """Empty store in a database of each kind."""
    path = request.getfixturevalue("sqlite_path") if request.param == "sqlite" else None
    store = SqlStore(
        f"sqlite:///{path}" if path else str(request.getfixturevalue("fresh_postgres")), trust_disk_off=True
    )
    yield store
    await store.close()


def number_rows(rows: Sequence[Row]) -> tuple[Row, ...]:
    return build_chain(A, [row._replace(version=Version(number)) for number, row in enumerate(rows, start=1)])


@given(st.lists(ENTRY, min_size=1, max_size=20))
def test_decompressed_rows_are_those_that_were_compressed(rows: list[Row]) -> None:
    chained = number_rows(rows)
    head = Head(chained[-1].version, chained[-1].chain)
    assert decompress_rows(A, compress_rows(A, chained), head) == chained


@pytest.mark.parametrize("odd", [Row._replace(SAID, chain=Digest("0" * 64)), Row._replace(SAID, version=Version(7))])
def test_rows_that_would_not_come_back_are_not_compressed(odd: Row) -> None:
    rows = list(number_rows([SAID] * 3))
    rows[1] = odd
    with pytest.raises(ValueError, match="not as a store writes them"):
        compress_rows(A, rows)


@given(st.data())
def test_damaged_compressed_journal_is_never_taken_for_another(data: st.DataObject) -> None:
    rows = number_rows([Row(V0, Millis(5), Coded("said", 1, f"{CANARY}{n}"), None, Digest("d" * 64)) for n in range(4)])
    head = Head(rows[-1].version, rows[-1].chain)
    sound = compress_rows(A, rows)
    place = data.draw(st.integers(0, len(sound) - 1))
    changed = bytes([sound[place] ^ (1 << data.draw(st.integers(0, 7)))])
    for damaged in (sound[:place], sound + b"\0"):
        with pytest.raises(UnreadableError) as refused:
            decompress_rows(A, damaged, head)
        assert CANARY not in str(refused.value), "logs and the operator's console show that sentence"
    # a few bits at the end of the compressed part mean nothing
    with suppress(UnreadableError):
        assert decompress_rows(A, sound[:place] + changed + sound[place + 1 :], head) == rows
    with pytest.raises(UnreadableError):
        decompress_rows(B, sound, head)


@pytest.mark.asyncio
async def test_a_compressed_room_reads_and_grows_as_before(store: Store) -> None:
    await open_resting(store)
    entries = tuple(room_entries())
    assert await store.compress(A, LATER)
    assert not await store.compress(A, LATER), "it is compressed already"
    assert await store.load(A) == entries
    for after in (1, 7, LAST - 1, LAST):
        assert await store.load(A, Version(after)) == entries[after:]
    assert await list_held(store, ANNA) == ((A, Seat(0)),)
    with pytest.raises(ConflictError):
        await store.append(A, Version(LAST - 1), [entry(LAST)], "finished", None)
    with pytest.raises(DuplicateCommandError):
        await store.append(A, LAST, [entry(LAST + 1, None, "c3")], "finished", None)
    assert await store.load(A) == entries
    await store.append(A, LAST, [entry(LAST + 1)], "finished", None)
    assert await store.load(A) == (*entries, entry(LAST + 1))
    assert await store.compress(A, LATER)
    assert await store.load(A, LAST) == (entry(LAST + 1),)
    await store.delete(A)
    assert await store.load(A) == ()


@pytest.mark.asyncio
async def test_only_long_journals_at_rest_are_compressed(store: Store) -> None:
    for room, phase in ((A, "playing"), (B, "finished"), (C, "lobby")):
        await open_resting(store, room, phase)
    short = RoomCode("DDDD3333")
    await open_room(store, short)
    touched = Millis(1_700_000_000_000 + LAST)
    assert await store.find_compressible(touched, FIRST_ROOM, 9) == ()
    assert not await store.compress(B, touched)
    assert await store.find_compressible(LATER, FIRST_ROOM, 9) == (B, C)
    assert await store.find_compressible(LATER, FIRST_ROOM, 1) == (B,)
    assert await store.find_compressible(LATER, B, 9) == (C,)
    assert [await store.compress(room, LATER) for room in (A, B, C, short, RoomCode("EEEE4444"))] == [
        *(False, True, True),
        *(False, False),
    ]
    assert await store.find_compressible(LATER, FIRST_ROOM, 9) == ()
    assert set(await store.expire(LATER, 9)) == {B, C, short}


@pytest.mark.asyncio
async def test_compression_replaces_rows_and_appends_restore_them(sql_store: SqlStore) -> None:
    await open_resting(sql_store)
    before = await asyncio.to_thread(rows_in, sql_store, url_of(sql_store), A)
    assert await sql_store.compress(A, LATER)
    assert await count_rows(sql_store) == (0, 1)
    assert await asyncio.to_thread(rows_in, sql_store, url_of(sql_store), A) == before
    await sql_store.append(A, LAST, [entry(LAST + 1)], "finished", None)
    assert await count_rows(sql_store) == (LAST + 1, 0)
    after = await asyncio.to_thread(rows_in, sql_store, url_of(sql_store), A)
    assert after[:-1] == before
    assert after == build_chain(A, after)


@pytest.mark.asyncio
async def test_failed_compressions_and_appends_change_nothing(open_sqlite: OpenSql) -> None:
    """The last statement of each fails: all or none is written."""
    refusal = "CREATE TRIGGER refusal BEFORE UPDATE OF is_compressed ON rooms BEGIN SELECT RAISE(ABORT, 'no'); END"
    async with open_sqlite() as store:
        await open_resting(store)
        await asyncio.to_thread(run_statement, store, refusal)
        with pytest.raises(UnstorableError):
            await store.compress(A, LATER)
        assert await count_rows(store) == (LAST, 0)
        await asyncio.to_thread(run_statement, store, "DROP TRIGGER refusal")
        assert await store.compress(A, LATER)
        await asyncio.to_thread(run_statement, store, refusal)
        with pytest.raises(UnstorableError):
            await store.append(A, LAST, [entry(LAST + 1)], "finished", None)
        assert await count_rows(store) == (0, 1)
        assert await store.load(A) == tuple(room_entries())


def run_statement(store: SqlStore, statement: str) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(text(statement))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE compressed_journals SET entries = substr(entries, 1, 40) WHERE room = 'AAAA0000'",
        "UPDATE rooms SET head = 'ff' WHERE code = 'AAAA0000'",
        "UPDATE rooms SET version = version + 1 WHERE code = 'AAAA0000'",
        "UPDATE compressed_journals SET entries = (SELECT entries FROM compressed_journals WHERE room = 'BBBB1111')"
        " WHERE room = 'AAAA0000'",
    ],
)
async def test_damage_locks_its_room_alone_and_check_names_it(sql_store: SqlStore, damage: str, tmp_path: Path) -> None:
    for room in (A, B):
        await open_resting(sql_store, room)
        assert await sql_store.compress(room, LATER)
    await asyncio.to_thread(tamper, sql_store.database, damage)
    with pytest.raises(UnreadableError, match="compressed journal"):
        await sql_store.load(A)
    both = [sql_store.append(room, LAST, [entry(LAST + 1)], "finished", None) for room in (A, B)]
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [UnreadableError, type(None)]
    assert len(await sql_store.load(B)) == LAST + 1
    url = url_of(sql_store)
    with snapshot(url) as all_rooms:
        faults = {kept.code: first_broken(kept) for kept in all_rooms.rooms()}
    assert "compressed journal" in str(faults[A])
    status, lines = check(url)
    assert status == BROKEN
    assert any(A in line and "compressed journal" in line for line in lines)
    with pytest.raises(BadBackupError, match=f"Room {A}"):
        back_up(url, tmp_path / "rooms.backup")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET body = replace(body, 'line 3', 'line 4') WHERE version = 3",
        "DELETE FROM journal WHERE version = 20",
        "UPDATE rooms SET head = 'ff'",
        "UPDATE rooms SET version = version + 1",
    ],
)
async def test_a_damaged_journal_is_left_as_evidence(sql_store: SqlStore, damage: str) -> None:
    await open_resting(sql_store)
    await asyncio.to_thread(tamper, sql_store.database, damage)
    before = await count_rows(sql_store)
    assert not await sql_store.compress(A, LATER)
    assert await count_rows(sql_store) == before


@pytest.mark.asyncio
@pytest.mark.parametrize(("limit", "most"), [("MOST_ENTRIES", LAST - 1), ("MOST_CHARACTERS", 1_000)])
async def test_very_long_journals_are_left_as_they_are(
    sql_store: SqlStore, limit: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work on them would keep the interpreter too long for those who play."""
    await open_resting(sql_store)
    with monkeypatch.context() as patched:
        patched.setattr(compressing, limit, most)
        assert not await sql_store.compress(A, LATER)
    assert await count_rows(sql_store) == (LAST, 0)
    assert await sql_store.compress(A, LATER)


@pytest.mark.asyncio
async def test_a_backup_holds_the_rows_of_compressed_journals(sql_store: SqlStore, tmp_path: Path) -> None:
    await open_resting(sql_store)
    url, there = url_of(sql_store), f"sqlite:///{tmp_path / 'there.db'}"
    back_up(url, tmp_path / "before.backup")
    assert await sql_store.compress(A, LATER)
    back_up(url, tmp_path / "after.backup")
    assert gunzip(tmp_path / "after.backup") == gunzip(tmp_path / "before.backup")
    restore(there, tmp_path / "after.backup")
    restored = SqlStore(there)
    assert await restored.load(A) == tuple(room_entries())
    assert await restored.compress(A, LATER)
    await restored.close()


def gunzip(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(4))
async def test_appends_during_a_compression_lose_nothing(fresh_postgres: str, seed: int) -> None:
    one, other = (SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2))
    await open_resting(one)
    rng, last = random.Random(seed), int(LAST)

    async def act(store: SqlStore) -> None:
        nonlocal last
        for _ in range(20):
            await asyncio.sleep(rng.random() / 500)
            if store is other:
                least = last
                await store.compress(A, LATER)
                versions = [each.version for each in await store.load(A)]
                assert versions == [*range(1, max(len(versions), least) + 1)]
            else:
                await store.append(A, Version(last), [entry(last + 1)], "finished", None)
                last += 1

    await asyncio.gather(act(one), act(other))
    rows = await asyncio.to_thread(rows_in, one, url_of(one), A)
    assert len(rows) == last
    assert rows == build_chain(A, rows)
    for store in (one, other):
        await store.close()


@pytest.mark.asyncio
async def test_a_room_about_to_be_touched_is_not_compressed(fresh_postgres: str) -> None:
    store = SqlStore(fresh_postgres, trust_disk_off=True)
    await open_resting(store)
    with store.database.engine.connect() as held:
        held.exec_driver_sql("SELECT 1 FROM rooms WHERE code = %(code)s FOR NO KEY UPDATE", {"code": A})
        async with asyncio.timeout(10):
            assert not await store.compress(A, LATER)
    assert await store.compress(A, LATER)
    await store.close()
