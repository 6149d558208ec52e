"""Queries of the tables."""

from typing import Final

from sqlalchemy import Connection, LargeBinary, cast, func, literal, null, select, union_all

from app.journal.chain import Head, following
from app.journal.codec import Coded
from app.journal.compression import decompress_rows
from app.journal.rows import Row, entry_of
from app.journal.sql.cursor import Cursor
from app.journal.sql.tables import compressed_journals, heartbeat, journal, revoked_devices, rooms
from app.journal.store import HeldSeat
from app.rooms.events import Entry
from app.rooms.model.ids import Digest, Millis, RoomCode, Version

ROOMS_HELD: Final = (
    "SELECT room, seat, phase FROM holdings JOIN rooms ON code = room WHERE holder = ? ORDER BY seen_at DESC, room"
)


def load(connection: Connection, room: RoomCode, after: Version) -> tuple[Entry, ...]:
    """Return a room's entries after ``after``, with their chain checked.

    Raises UnreadableError."""
    # the last entry that is known comes along: the first new one is held against it
    rows = rows_of(connection, room, Version(after - 1))
    return tuple(map(entry_of, following(room, rows, after)))


def rows_of(connection: Connection, room: RoomCode, after: Version) -> tuple[Row, ...]:
    """Return a room's rows after ``after``, in order.

    A compressed journal is not read for its last row alone. Raises UnreadableError for a damaged one."""
    c = journal.c
    plain = select(
        c.version, c.at, c.kind, c.shape, c.body, c.command, c.command_body, c.chain, cast(null(), LargeBinary)
    ).where(c.room == room, c.version > after)
    nothing = (literal(0), literal(""), literal(0), literal(""), null(), null())
    compressed = (
        select(rooms.c.version, *nothing, rooms.c.head, compressed_journals.c.entries)
        .join(compressed_journals, compressed_journals.c.room == rooms.c.code)
        .where(rooms.c.code == room, rooms.c.version > after + 1)
    )
    # one statement: the journal may be compressed or expanded by another process at this moment
    found = connection.execute(union_all(plain, compressed).order_by(c.version)).all()
    for version, *_, head, entries in found:
        if entries is not None:
            return decompress_rows(room, entries, Head(version, head))[max(after, 0) :]
    return tuple(
        Row(version, at, Coded(kind, shape, body), command, command_body, chain)
        for version, at, kind, shape, body, command, command_body, chain, _ in found
    )


def room_joined_by(connection: Connection, code: RoomCode) -> RoomCode | None:
    """Return the room that is joined by a code."""
    is_own = (rooms.c.code == code) & (rooms.c.join_code == "")
    return connection.execute(select(rooms.c.code).where((rooms.c.join_code == code) | is_own)).scalar()


def rooms_held(connection: Connection, holder: Digest) -> tuple[HeldSeat, ...]:
    """Return the seats a token digest holds, by the time it was last seen there."""
    return tuple(map(HeldSeat._make, Cursor(connection).fetch(ROOMS_HELD, holder)))


def load_revoked(connection: Connection, code: RoomCode) -> frozenset[Digest]:
    """Return the token digests that were taken off their seat in a room of that code."""
    query = select(revoked_devices.c.holder).where(revoked_devices.c.code == code)
    return frozenset(connection.execute(query).scalars())


def due(connection: Connection, before: Millis) -> tuple[RoomCode, ...]:
    """Return the unfinished rooms due at ``before`` or earlier."""
    query = (
        select(rooms.c.code)
        .where(rooms.c.wake_at <= before, rooms.c.phase != "finished")
        .order_by(rooms.c.wake_at, rooms.c.code)
    )
    return tuple(connection.execute(query).scalars())


def find_overdue(connection: Connection, before: Millis, after: RoomCode, most: int) -> tuple[RoomCode, ...]:
    """Return up to ``most`` rooms due by ``before``, by code, after ``after``."""
    query = select(rooms.c.code).where(rooms.c.wake_at <= before, rooms.c.code > after)
    return tuple(connection.execute(query.order_by(rooms.c.code).limit(most)).scalars())


def count_phases(connection: Connection) -> dict[str, int]:
    """Count the rooms in each phase."""
    counted = select(rooms.c.phase, func.count()).group_by(rooms.c.phase)
    return {phase: count for phase, count in connection.execute(counted)}


def last_beat(connection: Connection) -> Millis | None:
    """Return the heartbeat; None if there was none."""
    return connection.execute(select(heartbeat.c.at)).scalar()


def check(connection: Connection) -> None:
    """Run one trivial query."""
    connection.execute(select(1)).scalar_one()
