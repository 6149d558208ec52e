"""Full disk under Postgres: writes are refused, reads work, space resumes play.

Store and server continue without a restart. The server is real. A preloaded library reports no space, as its kernel
would."""

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
from tests.faults.preloaded import compile_library
from tests.journal.writers import A, B, entry, open_room
from tests.postgres import Postgres, postgres_server

pytestmark = pytest.mark.fault

MOST = 500
"""Most appends until the space in the existing pages is used up."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """Separate server that keeps its commits.

    Its disk is full while the file ``full`` lies in its folder."""
    with postgres_server(()) as plain:
        plain.stop()
        monkeypatch.setenv("LD_PRELOAD", str(compile_library("full_disk", plain.folder)))
        monkeypatch.setenv("FULL_DISK", str(plain.folder / "full"))
        plain.start()
        yield plain


class Careless(SqlStore):
    """Mutant that takes a full disk for success."""

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Append, or do nothing."""
        with suppress(StoreDownError):
            await super().append(room, expected, entries, phase, wake_at)


def make_message(version: int, rng: random.Random) -> Entry:
    """Return the entry of a message that cannot be compressed."""
    return entry(version, Said(Seat(0), rng.randbytes(900).hex()))


async def fill(store: SqlStore, full: Path) -> dict[RoomCode, int]:
    """Write until the store refuses; return the acknowledged versions.

    Raises AssertionError if it never refuses."""
    rng = random.Random(7)
    await open_room(store, A)
    await open_room(store, B)
    versions = {A: 1, B: 1}
    full.touch()
    with suppress(StoreDownError):
        for _ in range(MOST):
            for room, last in versions.items():
                await store.append(
                    room, Version(last), [make_message(last + n, rng) for n in (1, 2, 3)], "playing", None
                )
                versions[room] += 3
        raise AssertionError("the disk was never full")
    return versions


async def assert_kept(store: SqlStore, versions: dict[RoomCode, int]) -> None:
    """Assert that exactly the acknowledged entries are stored."""
    for room, last in versions.items():
        assert [one.version for one in await store.load(room)] == list(range(1, last + 1))


def test_postgres_refuses_on_a_full_disk_and_recovers(server: Postgres) -> None:
    async def evening() -> None:
        full, rng = server.folder / "full", random.Random(8)
        store = SqlStore(server.url())
        try:
            versions = await fill(store, full)
            assert max(versions.values()) > 1, "the disk was full before anything went right"
            both = await asyncio.gather(
                *(
                    store.append(
                        room, Version(last), [make_message(last + n, rng) for n in range(1, 30)], "playing", None
                    )
                    for room, last in versions.items()
                ),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in both] == [StoreDownError, StoreDownError]
            await store.check()
            await assert_kept(store, versions)
            full.unlink()
            for room, last in versions.items():
                await store.append(room, Version(last), [make_message(last + 1, rng)], "finished", None)
            await assert_kept(store, {room: last + 1 for room, last in versions.items()})
        finally:
            await store.close()

    asyncio.run(evening())


def test_store_that_ignores_a_full_disk_is_detected(server: Postgres) -> None:
    async def evening() -> None:
        store = Careless(server.url())
        try:
            await fill(store, server.folder / "full")
        finally:
            await store.close()

    with pytest.raises(ConflictError, match="is not at version"):
        asyncio.run(evening())
