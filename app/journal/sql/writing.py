"""Group of appends in one transaction, nearly the same on SQLite and Postgres.

The rooms' rows are locked first, in a fixed order, so two processes neither deadlock nor collide in an insert. Two
cases escape the locks: two processes that open one room, and a command carried out long ago. The journal's
constraints refuse these. The caller then tries the appends one by one, and carefully."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, text, update

from app.journal.chain import Head, beginning, digest
from app.journal.errors import ConflictError, DuplicateCommandError, DuplicateGameError, UnreadableError
from app.journal.rows import Append
from app.journal.sql.compressing import expand
from app.journal.sql.cursor import Cursor
from app.journal.sql.games import find_running, write_games
from app.journal.sql.tables import journal, metadata, rooms
from app.journal.store import AT_REST
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode

EMPTY_SEAT: Final = "DELETE FROM holdings WHERE room = ? AND seat = ?"
DROP_HOLDER: Final = "DELETE FROM holdings WHERE room = ? AND holder = ?"
ADD_HOLDER: Final = "INSERT INTO holdings (holder, room, seat, seen_at) VALUES (?, ?, ?, ?)"
SEE_HOLDER: Final = "UPDATE holdings SET seen_at = ? WHERE room = ? AND holder = ?"
MOVE_SEAT: Final = "UPDATE holdings SET seat = ? WHERE room = ? AND seat = ?"
REVOKE: Final = "INSERT INTO revoked_devices (code, holder) VALUES (?, ?) ON CONFLICT DO NOTHING"
RESTORE: Final = "DELETE FROM revoked_devices WHERE code = ? AND holder = ?"

_BEAT = text("INSERT INTO heartbeat (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = :at")

Verdict = ConflictError | DuplicateCommandError | DuplicateGameError | UnreadableError | None
"""Reason why an append was left out; None if it was written."""


class Known(NamedTuple):
    """Existing games, codes and commands, updated as the group is written."""

    done: set[tuple[RoomCode, CommandKey]]
    """Commands that were carried out."""
    in_use: frozenset[RoomCode]
    """Codes to join that lead to a room."""
    here: set[Digest]
    """Games that run."""


def write(connection: Connection, appends: Sequence[Append], *, carefully: bool = False) -> list[Verdict]:
    """Write every valid append; leave out the others.

    ``carefully``: look for commands carried out already. Otherwise the constraint finds them (IntegrityError), which
    fails the whole transaction but is free when all is well."""
    cursor = Cursor(connection)
    codes = list({append.room for append in appends})
    before: dict[RoomCode, Head] = {}
    damaged: dict[RoomCode, UnreadableError] = {}
    for code, version, chain, is_compressed in cursor.heads(codes):
        before[code] = head = Head(version, chain)
        if is_compressed:
            try:
                expand(connection, code, head)
            except UnreadableError as error:
                damaged[code] = error
    known = _look_up(
        connection, [append for append in appends if carefully or not append.is_plain], carefully=carefully
    )
    heads: dict[RoomCode, Head] = {}
    verdicts: list[Verdict] = []
    good: list[Append] = []
    rows: list[tuple[object, ...]] = []
    for append in appends:
        room = append.room
        head = heads.get(room) or before.get(room) or beginning(room)
        verdict = damaged.get(room) or _judge(append, head, known)
        verdicts.append(verdict)
        if verdict is None:
            # it counts from here on for those after it in the group
            good.append(append)
            heads[room] = _add_rows(append, head, rows)
            known.done.update([(room, command) for command in append.commands])
            if append.begins is not None:
                known.here.add(append.begins)
    if good:
        beside = [append for append in good if not append.is_plain]
        _open_rooms(connection, beside)
        cursor.write(_latest(good, heads), rows)
        _write_holdings(cursor, beside)
        write_games(connection, beside)
    return verdicts


def delete_room(connection: Connection, room: RoomCode) -> None:
    """Delete every row that names the room, in every table."""
    for table in reversed(metadata.sorted_tables):
        if "room" in table.c:
            connection.execute(delete(table).where(table.c.room == room))
    connection.execute(delete(rooms).where(rooms.c.code == room))


def expire(connection: Connection, before: Millis, most: int) -> tuple[RoomCode, ...]:
    """Delete resting rooms untouched since ``before``; return their codes.

    A room with a date ahead stays.

    A room that somebody is about to append to has a locked row and stays."""
    old = (
        select(rooms.c.code)
        .where(rooms.c.updated_at < before, rooms.c.phase.in_(AT_REST))
        .where(or_(rooms.c.wake_at.is_(None), rooms.c.wake_at < before))
        .order_by(rooms.c.updated_at, rooms.c.code)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    gone = tuple(connection.execute(old).scalars())
    for code in gone:
        delete_room(connection, code)
    return gone


def beat(connection: Connection, now: Millis) -> None:
    """Set the heartbeat in one statement, as two processes may begin at once."""
    connection.execute(_BEAT, {"at": now})


def _look_up(connection: Connection, appends: Sequence[Append], *, carefully: bool) -> Known:
    if not appends:
        return Known(set(), frozenset(), set())
    return Known(
        done=_find_done_commands(connection, appends) if carefully else set(),
        in_use=_find_used_codes(
            connection, [append.join_code for append in appends if append.game and append.join_code]
        ),
        here=find_running(connection, appends),
    )


def _find_used_codes(connection: Connection, codes: Sequence[RoomCode]) -> frozenset[RoomCode]:
    """Return which codes lead to a room already.

    A code that another process takes at this moment is not seen."""
    if not codes:
        return frozenset()
    return frozenset(connection.execute(select(rooms.c.join_code).where(rooms.c.join_code.in_(codes))).scalars())


def _find_done_commands(connection: Connection, appends: Sequence[Append]) -> set[tuple[RoomCode, CommandKey]]:
    """Return which of the appends' commands their rooms have carried out already."""
    return {
        (append.room, command)
        for append in appends
        for command in connection.execute(
            select(journal.c.command).where(journal.c.room == append.room, journal.c.command.in_(append.commands))
        ).scalars()
    }


def _judge(append: Append, head: Head, known: Known) -> Verdict:
    if head.version != append.expected or (append.game and append.join_code in known.in_use):
        return ConflictError(append.room, append.expected)
    commands = append.commands
    for place, command in enumerate(commands):
        if (append.room, command) in known.done or command in commands[:place]:
            return DuplicateCommandError(append.room, command)
    return DuplicateGameError(append.room) if append.begins in known.here and append.arrives else None


def _add_rows(append: Append, head: Head, rows: list[tuple[object, ...]]) -> Head:
    """Add the append's rows to ``rows``, each with its digest.

    Return the head after them."""
    room, before = append.room, head.chain
    for row in append.rows:
        version, at, (kind, shape, body), command, command_body, _ = row
        before = digest(before, room, row)
        rows.append((room, version, at, kind, shape, body, command, command_body, before))
    return Head(append.version, before)


def _latest(appends: Sequence[Append], heads: Mapping[RoomCode, Head]) -> list[tuple[object, ...]]:
    """Return the rooms' own rows after the appends, in the order of ``Cursor.write``."""
    return [
        (last.phase, last.version, last.wake_at, last.rows[-1].at, heads[room].chain, room)
        for room, last in {append.room: append for append in appends}.items()
    ]


def _open_rooms(connection: Connection, appends: Sequence[Append]) -> None:
    opened = sorted((append for append in appends if append.game), key=lambda append: append.room)
    if opened:
        connection.execute(
            insert(rooms),
            [
                {
                    "code": a.room,
                    "game": a.game,
                    "phase": a.phase,
                    "version": 0,
                    "wake_at": None,
                    "updated_at": 0,
                    "head": beginning(a.room).chain,
                    "join_code": a.join_code,
                }
                for a in opened
            ],
        )
    for append in appends:
        if append.join_code is not None and not append.game:
            renamed = update(rooms).where(rooms.c.code == append.room).values(join_code=append.join_code)
            connection.execute(renamed)


def _write_holdings(cursor: Cursor, appends: Sequence[Append]) -> None:
    for append in appends:
        room = append.room
        for change in append.seats:
            if change.empties:
                cursor.run(EMPTY_SEAT, room, change.seat)
            if change.goes is not None:
                cursor.run(DROP_HOLDER, room, change.goes)
                cursor.run(REVOKE, room, change.goes)
            if change.holder is not None:
                cursor.run(DROP_HOLDER, room, change.holder)
                cursor.run(ADD_HOLDER, change.holder, room, change.seat, change.at)
                cursor.run(RESTORE, room, change.holder)
            if change.seen is not None:
                cursor.run(SEE_HOLDER, change.at, room, change.seen)
            if change.moves_to is not None:
                cursor.run(MOVE_SEAT, change.moves_to, room, change.seat)
