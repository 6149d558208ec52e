"""One room for each running game: a second room with it is refused on arrival."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from app.journal.errors import ConflictError, DuplicateGameError
from app.journal.sql import games
from app.journal.sql.backup import back_up, restore
from app.journal.sql.database import open_database
from app.journal.sql.steps import config
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from app.rooms.events import Entry, Event, GameAborted, GameBegun, GameFinished, Paused
from app.rooms.model.ids import Digest, RoomCode, Version
from engine.core.seats import Seat
from tests.journal.memory_store import MemoryStore
from tests.journal.writers import V0, A, B, C, entry, reveal

ONE, OTHER = Digest("1" * 64), Digest("2" * 64)


def make_game_begun(commitment: Digest = ONE, number: int = 1) -> GameBegun:
    """Return a game by its commitment."""
    return GameBegun(number, "adel_verpflichtet", (Seat(0), Seat(1)), {}, None, "00" * 32, commitment)


def journal(room: RoomCode, *events: Event) -> list[Entry]:
    """Return the journal of a room."""
    return [reveal(room), *(entry(number, event) for number, event in enumerate(events, start=2))]


async def arrives(store: Store, room: RoomCode, *events: Event, phase: str = "playing") -> None:
    """Append a room that arrives with these events, as from a file."""
    await store.append(room, V0, journal(room, *events), phase, None)


@pytest.mark.asyncio
async def test_a_room_whose_running_game_runs_here_does_not_arrive(store: Store) -> None:
    await store.append(A, V0, [reveal(A)], "lobby", None)
    await store.append(A, Version(1), [entry(2, make_game_begun())], "playing", None)
    for events in (
        [make_game_begun()],
        [make_game_begun(), Paused(Seat(0))],
        [make_game_begun(OTHER), GameFinished(1), make_game_begun(ONE, 2)],
    ):
        with pytest.raises(DuplicateGameError):
            await arrives(store, B, *events)
    assert await store.load(B) == ()
    assert len(await store.load(A)) == 2


@pytest.mark.asyncio
async def test_another_game_and_one_that_is_over_arrive(store: Store) -> None:
    await arrives(store, A, make_game_begun())
    await arrives(store, B, make_game_begun(OTHER))
    await arrives(store, C, make_game_begun(), GameFinished(1), phase="finished")
    assert len(await store.load(C)) == 3


@pytest.mark.parametrize("ends", [GameFinished(1), GameAborted(1)])
@pytest.mark.asyncio
async def test_finished_game_may_arrive_again_in_one_other_room(store: Store, ends: Event) -> None:
    await arrives(store, A, make_game_begun())
    await store.append(A, Version(2), [entry(3, ends)], "finished", None)
    await arrives(store, B, make_game_begun())
    with pytest.raises(DuplicateGameError):
        await arrives(store, C, make_game_begun())


@pytest.mark.asyncio
async def test_a_room_that_is_deleted_frees_its_game(store: Store) -> None:
    await arrives(store, A, make_game_begun())
    await store.delete(A)
    await arrives(store, B, make_game_begun())
    assert len(await store.load(B)) == 2


@pytest.mark.asyncio
async def test_new_game_in_a_room_releases_the_previous_one(store: Store) -> None:
    await arrives(store, A, make_game_begun())
    await store.append(A, Version(2), [entry(3, GameAborted(1)), entry(4, make_game_begun(OTHER, 2))], "playing", None)
    await arrives(store, B, make_game_begun())
    with pytest.raises(DuplicateGameError):
        await arrives(store, C, make_game_begun(OTHER))


@pytest.mark.asyncio
async def test_one_of_many_simultaneous_imports_of_a_game_succeeds(store: Store) -> None:
    codes = [RoomCode(f"AAAA000{number}") for number in range(8)]
    outcomes = await asyncio.gather(
        *(arrives(store, code, make_game_begun()) for code in codes), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DuplicateGameError"] * 7 + ["NoneType"]


@pytest.mark.asyncio
async def test_a_game_that_begins_here_is_never_refused(store: Store) -> None:
    """Two rooms of one game may be older than ownership: both play on."""
    await arrives(store, A, make_game_begun())
    await store.append(B, V0, [reveal(B)], "lobby", None)
    await store.append(B, Version(1), [entry(2, make_game_begun())], "playing", None)
    await store.append(A, Version(2), [entry(3, GameFinished(1))], "finished", None)
    await store.append(B, Version(2), [entry(3, GameFinished(1))], "finished", None)


@pytest.mark.asyncio
async def test_a_store_that_notes_no_games_lets_the_second_in(
    monkeypatch: pytest.MonkeyPatch, sqlite_path: Path
) -> None:
    """The checks above fail without the control."""
    monkeypatch.setattr("app.journal.sql.writing.write_games", lambda connection, appends: None)
    store = SqlStore(f"sqlite:///{sqlite_path}")
    await arrives(store, A, make_game_begun())
    await arrives(store, B, make_game_begun())
    assert len(await store.load(B)) == 2
    await store.close()


@pytest.mark.asyncio
async def test_one_of_many_imports_from_two_processes_succeeds(fresh_postgres: str) -> None:
    for turn in range(10):
        stores = [SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2)]
        game = Digest(f"{turn:064x}")
        rooms = [(store, RoomCode(f"AAAA{turn}{place}00")) for place, store in enumerate(stores * 2)]
        outcomes = await asyncio.gather(
            *(arrives(*each, make_game_begun(game)) for each in rooms), return_exceptions=True
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["DuplicateGameError"] * 3 + ["NoneType"]
        # the same room from the same file: its own code is tried first
        code = RoomCode(f"BBBB{turn}000")
        both = await asyncio.gather(
            *(arrives(store, code, make_game_begun(Digest(f"{turn + 100:064x}"))) for store in stores),
            return_exceptions=True,
        )
        assert {type(each) for each in both} <= {type(None), ConflictError, DuplicateGameError}
        assert both.count(None) == 1
        for store in stores:
            await store.close()


def rooms_of(url: str) -> list[tuple[str, str]]:
    """Return the stored games."""
    database = open_database(url, trust_disk_off=True)
    with database.engine.begin() as connection:
        found = [
            (row[0], row[1]) for row in connection.execute(text("SELECT commitment, room FROM games ORDER BY room"))
        ]
    database.close()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{request.getfixturevalue('sqlite_path')}"
    return str(request.getfixturevalue("fresh_postgres"))


def fill(url: str, rooms: Sequence[tuple[RoomCode, str, Sequence[Event]]]) -> None:
    """Write rooms into a database."""

    async def fill_store() -> None:
        store = SqlStore(url, trust_disk_off=True)
        for code, phase, events in rooms:
            await arrives(store, code, *events, phase=phase)
        await store.close()

    asyncio.run(fill_store())


def test_upgrade_registers_the_games_of_earlier_releases(url: str) -> None:
    rooms: list[tuple[RoomCode, str, list[Event]]] = [
        (A, "paused", [make_game_begun(OTHER), GameFinished(1), make_game_begun(ONE, 2)]),
        (B, "finished", [make_game_begun(Digest("3" * 64)), GameFinished(1)]),
        (C, "playing", [make_game_begun(OTHER)]),
    ]
    fill(url, rooms)
    database = open_database(url, trust_disk_off=True)
    with database.engine.begin() as connection:
        for gone in ("games", "revoked_devices", "compressed_journals"):
            connection.execute(text(f"DROP TABLE {gone}"))
        for table, column in (("holdings", "seen_at"), ("rooms", "is_compressed")):
            connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        copied = "UPDATE journal SET body = 'no json' WHERE room = 'CCCC2222' AND kind = 'game_begun'"
        connection.execute(text(copied))
        command.stamp(config(connection), "0005")
        command.upgrade(config(connection), "head")
    database.close()
    assert rooms_of(url) == [(ONE, A)]


def test_what_is_restored_from_a_backup_plays_its_games_too(url: str, tmp_path: Path) -> None:
    fill(url, [(A, "playing", [make_game_begun()]), (B, "finished", [make_game_begun(OTHER), GameFinished(1)])])
    assert rooms_of(url) == [(ONE, A)]
    back_up(url, tmp_path / "rooms.backup")
    there = f"sqlite:///{tmp_path / 'there.db'}"
    restore(there, tmp_path / "rooms.backup")
    assert rooms_of(there) == [(ONE, A)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], None),
        ([("game_begun", f'{{"commitment": "{ONE}"}}')], ONE),
        ([("game_begun", f'{{"commitment": "{ONE}"}}'), ("game_finished", "{}")], None),
        ([("game_begun", "no json")], None),
        ([("game_begun", "[]")], None),
        ([("game_begun", '{"commitment": 3}')], None),
    ],
)
def test_rows_tell_which_game_runs_after_them(rows: list[tuple[str, str]], expected: Digest | None) -> None:
    assert games.running(rows) == expected


def test_a_store_in_memory_forgets_with_its_rooms() -> None:
    async def append_again() -> None:
        store = MemoryStore()
        await arrives(store, A, make_game_begun())
        await store.delete(A)
        await arrives(store, A, make_game_begun())

    asyncio.run(append_again())
