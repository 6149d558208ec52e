"""Rows as a store holds them, for tests of their chain."""

from collections.abc import Sequence
from dataclasses import replace

from app.journal.chain import Head, beginning
from app.journal.rows import Row, StoredRoom
from app.journal.sql.snapshot import snapshot
from app.journal.store import Store
from app.rooms.model.ids import RoomCode
from tests.journal.memory_store import MemoryStore, chain_rows


def rows_in(store: Store, url: str, room: RoomCode) -> tuple[Row, ...]:
    """Return the rows of a room, past the store. ``url`` is its database's, if any."""
    if isinstance(store, MemoryStore):
        return tuple(store._rooms[room].rows)
    with snapshot(url) as all_rooms:
        return next(kept.rows for kept in all_rooms.rooms() if kept.code == room)


def build_chain(room: RoomCode, rows: Sequence[Row], head: Head | None = None) -> tuple[Row, ...]:
    """Return the rows with the chain that belongs to them."""
    return chain_rows(room, rows, head or beginning(room))


def forge_chain(kept: StoredRoom) -> StoredRoom:
    """Return the room of a forger who has rewritten the whole chain."""
    rows = build_chain(kept.code, kept.rows)
    return replace(kept, rows=rows, head=rows[-1].chain)
