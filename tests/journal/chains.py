"""Rows as a store keeps them, for tests of their chain."""

from collections.abc import Sequence
from dataclasses import replace

from app.journal.chain import Head, beginning
from app.journal.rows import Kept, Row
from app.journal.sql.snapshot import snapshot
from app.journal.store import Store
from app.rooms.model.ids import RoomCode
from tests.journal.memory_store import MemoryStore, chained


def rows_in(store: Store, url: str, room: RoomCode) -> tuple[Row, ...]:
    """The rows of a room, past the store; ``url`` is that of its database, if it has one."""
    if isinstance(store, MemoryStore):
        return tuple(store._rooms[room].rows)
    with snapshot(url) as all_rooms:
        return next(kept.rows for kept in all_rooms.rooms() if kept.code == room)


def written(room: RoomCode, rows: Sequence[Row], head: Head | None = None) -> tuple[Row, ...]:
    """The rows with the chain that belongs to them."""
    return chained(room, rows, head or beginning(room))


def forged(kept: Kept) -> Kept:
    """The room as somebody leaves it who writes the whole chain anew."""
    rows = written(kept.code, kept.rows)
    return replace(kept, rows=rows, head=rows[-1].chain)
