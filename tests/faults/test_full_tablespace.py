"""The disk under Postgres is full: what cannot be kept is refused, what lies there can be read, and as soon as there is
room again everything goes on, with the same store and the same server.

The server is the real one. A preloaded library tells it that there is no room, as its kernel would."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from app.journal.errors import ConflictError, StoreDownError
from app.journal.sql.store import SqlStore
from app.rooms.events import Entry, Said
from app.rooms.model.ids import Millis, RoomCode, Version
from engine.core.seats import Seat
from tests.faults.preloaded import compiled
from tests.journal.writers import A, B, entry, open_room
from tests.postgres import Postgres, postgres_server

pytestmark = pytest.mark.fault

MOST = 500
"""Appends until the room in the pages that are there must be used up."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """A server of its own that keeps what it commits; its disk is full while the file ``full`` lies in its folder."""
    with postgres_server(()) as plain:
        plain.stop()
        monkeypatch.setenv("LD_PRELOAD", str(compiled("full_disk", plain.folder)))
        monkeypatch.setenv("FULL_DISK", str(plain.folder / "full"))
        plain.start()
        yield plain


class Careless(SqlStore):
    """Takes a disk that is full for a success."""

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Appends, or does not."""
        with suppress(StoreDownError):
            await super().append(room, expected, entries, phase, wake_at)


def line(version: int, rng: random.Random) -> Entry:
    """Something is said that cannot be packed."""
    return entry(version, Said(Seat(0), rng.randbytes(900).hex()))


async def fill(store: SqlStore, full: Path) -> dict[RoomCode, int]:
    """Writes until the store refuses; the versions that were acknowledged. Raises AssertionError if it never does."""
    rng = random.Random(7)
    await open_room(store, A)
    await open_room(store, B)
    versions = {A: 1, B: 1}
    full.touch()
    with suppress(StoreDownError):
        for _ in range(MOST):
            for room, last in versions.items():
                await store.append(room, Version(last), [line(last + n, rng) for n in (1, 2, 3)], "playing", None)
                versions[room] += 3
        raise AssertionError("the disk was never full")
    return versions


async def assert_kept(store: SqlStore, versions: dict[RoomCode, int]) -> None:
    """All that was acknowledged is there, and nothing else."""
    for room, last in versions.items():
        assert [one.version for one in await store.load(room)] == list(range(1, last + 1))


def test_without_room_for_the_journal_postgres_refuses_and_room_is_enough_to_go_on(server: Postgres) -> None:
    async def evening() -> None:
        full, rng = server.folder / "full", random.Random(8)
        store = SqlStore(server.url())
        try:
            versions = await fill(store, full)
            assert max(versions.values()) > 1, "the disk was full before anything went right"
            both = await asyncio.gather(
                *(
                    store.append(room, Version(last), [line(last + n, rng) for n in range(1, 30)], "playing", None)
                    for room, last in versions.items()
                ),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in both] == [StoreDownError, StoreDownError]
            await store.check()
            await assert_kept(store, versions)
            full.unlink()
            for room, last in versions.items():
                await store.append(room, Version(last), [line(last + 1, rng)], "finished", None)
            await assert_kept(store, {room: last + 1 for room, last in versions.items()})
        finally:
            await store.close()

    asyncio.run(evening())


def test_a_store_that_takes_a_full_disk_lightly_is_caught(server: Postgres) -> None:
    async def evening() -> None:
        store = Careless(server.url())
        try:
            await fill(store, server.folder / "full")
        finally:
            await store.close()

    with pytest.raises(ConflictError, match="is not at version"):
        asyncio.run(evening())
