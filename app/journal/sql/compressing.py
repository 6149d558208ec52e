"""Compression of journals at rest, and expansion before the next append."""

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from app.journal.chain import Head, first_unchained
from app.journal.compression import compress_rows, decompress_rows
from app.journal.rows import Row
from app.journal.sql.cursor import Cursor
from app.journal.sql.reading import rows_of
from app.journal.sql.tables import compressed_journals, journal, rooms
from app.journal.store import AT_REST, START
from app.rooms.model.ids import Millis, RoomCode

LEAST_ENTRIES, MOST_ENTRIES = 50, 5_000
"""Shorter and longer journals are left as they are.

Python looks for digests in one call, during which nothing else runs: 7 ms for so many entries of a game."""

MOST_CHARACTERS = 2_000_000
"""Bodies of a journal longer than this are left for the same reason."""


def find_compressible(connection: Connection, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
    """Return up to ``most`` rooms that could be compressed, by code, after ``after``."""
    found = (
        select(rooms.c.code).where(rooms.c.code > after, _is_compressible(before)).order_by(rooms.c.code).limit(most)
    )
    return tuple(connection.execute(found).scalars())


def compress(connection: Connection, room: RoomCode, before: Millis) -> bool:
    """Compress a room's journal. Return False if it stays as it is.

    It stays if the room is in use, or if its journal is damaged, short or very long."""
    at_rest = (
        select(rooms.c.version, rooms.c.head)
        .where(rooms.c.code == room, _is_compressible(before))
        .with_for_update(skip_locked=True)
    )
    found = connection.execute(at_rest).one_or_none()
    if found is None:
        return False
    rows = rows_of(connection, room, START)
    if first_unchained(room, rows) is not None or not rows or Head(rows[-1].version, rows[-1].chain) != tuple(found):
        return False
    if sum(len(row.coded.body) for row in rows) > MOST_CHARACTERS:
        return False
    try:
        entries = compress_rows(room, rows)
    except ValueError:
        return False
    connection.execute(insert(compressed_journals).values(room=room, entries=entries))
    connection.execute(delete(journal).where(journal.c.room == room))
    connection.execute(update(rooms).where(rooms.c.code == room).values(is_compressed=True))
    return True


def expand(connection: Connection, room: RoomCode, head: Head) -> None:
    """Write a compressed journal back as rows. Raises UnreadableError."""
    entries = connection.execute(select(compressed_journals.c.entries).where(compressed_journals.c.room == room))
    rows = decompress_rows(room, entries.scalar_one(), head)
    Cursor(connection).insert_rows([_as_stored(room, row) for row in rows])
    connection.execute(delete(compressed_journals).where(compressed_journals.c.room == room))
    connection.execute(update(rooms).where(rooms.c.code == room).values(is_compressed=False))


def _is_compressible(before: Millis) -> ColumnElement[bool]:
    return and_(
        rooms.c.updated_at < before,
        rooms.c.phase.in_(AT_REST),
        rooms.c.version.between(LEAST_ENTRIES, MOST_ENTRIES),
        rooms.c.is_compressed.is_(False),
    )


def _as_stored(room: RoomCode, row: Row) -> tuple[object, ...]:
    """Return the values of a row in the order of the table's columns."""
    return (room, row.version, row.at, *row.coded, row.command, row.body, row.chain)
