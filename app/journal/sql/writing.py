"""A group of appends as SQL, inside one transaction. The same statements on SQLite and Postgres.

The rows of the rooms concerned are locked first, in one order everywhere, so that two processes neither deadlock nor
find out about each other by a failed insert. What that cannot see, two processes opening one room or a command carried
out long ago, the constraints of the journal refuse; the caller then tries the appends one by one, and carefully."""

import functools
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from app.journal.chain import Head, beginning, chained
from app.journal.errors import Conflict, DuplicateCommand, GameIsHere
from app.journal.rows import Append
from app.journal.sql.compiled_statement import CompiledStatement
from app.journal.sql.games import played, write_games
from app.journal.sql.tables import heartbeat, holdings, journal, metadata, rooms
from app.journal.store import AT_REST
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode

MOST_LOCKS = 64
"""Statements that are kept: for so many different numbers of rooms in a group."""

Verdict = Conflict | DuplicateCommand | GameIsHere | None
"""Why an append was left out; None: it is in."""

_UPDATE_ROOM = CompiledStatement(
    update(rooms)
    .where(rooms.c.code == bindparam("of_code"))
    .values(
        phase=bindparam("of_phase"),
        version=bindparam("of_version"),
        wake_at=bindparam("of_wake_at"),
        updated_at=bindparam("of_updated_at"),
        head=bindparam("of_head"),
    )
)
_INSERT_ROWS = CompiledStatement(insert(journal), tuple(journal.c.keys()))


def write(connection: Connection, appends: Sequence[Append], *, carefully: bool = False) -> list[Verdict]:
    """Writes every append that is in order, leaves out the others; the verdicts, in the order of the appends.

    ``carefully``: looks for commands carried out already, in place of leaving them to the constraint (IntegrityError),
    which fails the whole transaction but costs nothing when all is well."""
    heads = _locked(connection, sorted({append.room for append in appends}))
    in_use = _in_use(connection, [append.join_code for append in appends if append.game and append.join_code])
    done = _carried_out(connection, appends) if carefully else set()
    here = played(connection, appends)
    verdicts: list[Verdict] = []
    good: list[Append] = []
    for append in appends:
        head = heads.get(append.room) or beginning(append.room)
        verdicts.append(_judged(append, head, done, in_use, here))
        if verdicts[-1] is None:
            # it counts from here on for those after it in the group
            good.append(chained(append, head))
            heads[append.room] = Head(append.version, good[-1].rows[-1].chain)
            done.update((append.room, command) for command in append.commands)
            here.update({append.begins} if append.begins is not None else ())
    if good:
        _write_rooms(connection, good)
        _write_journal(connection, good)
        _write_holdings(connection, good)
        write_games(connection, good)
    return verdicts


def delete_room(connection: Connection, room: RoomCode) -> None:
    """Deletes every row that names the room, whatever tables there are."""
    for table in reversed(metadata.sorted_tables):
        if "room" in table.c:
            connection.execute(delete(table).where(table.c.room == room))
    connection.execute(delete(rooms).where(rooms.c.code == room))


def expire(connection: Connection, before: Millis, most: int) -> tuple[RoomCode, ...]:
    """Deletes rooms at rest that nobody has touched since; their codes. Who is about to append to one is not in the
    way: its row is locked, and the room stays."""
    old = (
        select(rooms.c.code)
        .where(rooms.c.updated_at < before, rooms.c.phase.in_(AT_REST))
        .order_by(rooms.c.updated_at, rooms.c.code)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    gone = tuple(connection.execute(old).scalars())
    for code in gone:
        delete_room(connection, code)
    return gone


def beat(connection: Connection, now: Millis) -> None:
    """Sets the heartbeat."""
    if connection.execute(update(heartbeat).values(at=now)).rowcount == 0:
        connection.execute(insert(heartbeat).values(id=1, at=now))


def _locked(connection: Connection, codes: Sequence[RoomCode]) -> dict[RoomCode, Head]:
    """The heads of those of the rooms that exist; nobody else can append to them until the transaction ends."""
    named = {f"code_{place}": code for place, code in enumerate(codes)}
    rows = _lock(len(codes)).run(connection, [named])
    return {row[0]: Head(row[1], row[2]) for row in rows}


@functools.lru_cache(maxsize=MOST_LOCKS)
def _lock(count: int) -> CompiledStatement:
    query = select(rooms.c.code, rooms.c.version, rooms.c.head)
    query = query.where(
        rooms.c.code.in_([bindparam(f"code_{place}", type_=rooms.c.code.type) for place in range(count)])
    )
    # SQLite has no such clause and needs none: the whole database is this transaction's
    return CompiledStatement(query.order_by(rooms.c.code).with_for_update(key_share=True))


def _in_use(connection: Connection, codes: Sequence[RoomCode]) -> frozenset[RoomCode]:
    """Which of the codes lead to a room already; one that another process takes just now is not seen."""
    if not codes:
        return frozenset()
    return frozenset(connection.execute(select(rooms.c.join_code).where(rooms.c.join_code.in_(codes))).scalars())


def _carried_out(connection: Connection, appends: Sequence[Append]) -> set[tuple[RoomCode, CommandKey]]:
    """Which of the appends' commands their rooms have carried out already."""
    return {
        (append.room, command)
        for append in appends
        for command in connection.execute(
            select(journal.c.command).where(journal.c.room == append.room, journal.c.command.in_(append.commands))
        ).scalars()
    }


def _judged(
    append: Append,
    head: Head,
    done: set[tuple[RoomCode, CommandKey]],
    in_use: frozenset[RoomCode],
    here: set[Digest],
) -> Verdict:
    if head.version != append.expected or (append.game and append.join_code in in_use):
        return Conflict(append.room, append.expected)
    for place, command in enumerate(append.commands):
        if (append.room, command) in done or command in append.commands[:place]:
            return DuplicateCommand(append.room, command)
    return GameIsHere(append.room) if append.arrives and append.begins in here else None


def _write_rooms(connection: Connection, appends: Sequence[Append]) -> None:
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
                    "join_code": a.join_code,
                }
                for a in opened
            ],
        )
    for append in appends:
        if append.join_code is not None and not append.game:
            renamed = update(rooms).where(rooms.c.code == append.room).values(join_code=append.join_code)
            connection.execute(renamed)
    latest = {append.room: append for append in appends}
    _UPDATE_ROOM.run(
        connection,
        [
            {
                "of_code": room,
                "of_phase": append.phase,
                "of_version": append.version,
                "of_wake_at": append.wake_at,
                "of_updated_at": append.rows[-1].at,
                "of_head": append.rows[-1].chain,
            }
            for room, append in sorted(latest.items())
        ],
    )


def _write_journal(connection: Connection, appends: Sequence[Append]) -> None:
    _INSERT_ROWS.run(
        connection,
        [
            {
                "room": append.room,
                "version": row.version,
                "at": row.at,
                "kind": row.coded.kind,
                "shape": row.coded.shape,
                "body": row.coded.body,
                "command": row.command,
                "command_body": row.body,
                "chain": row.chain,
            }
            for append in appends
            for row in append.rows
        ],
    )


def _write_holdings(connection: Connection, appends: Sequence[Append]) -> None:
    for append in appends:
        for change in append.seats:
            here = holdings.c.room == append.room
            if change.empties:
                connection.execute(delete(holdings).where(here, holdings.c.seat == change.seat))
            if change.goes is not None:
                connection.execute(delete(holdings).where(here, holdings.c.holder == change.goes))
            if change.holder is not None:
                connection.execute(delete(holdings).where(here, holdings.c.holder == change.holder))
                row = {"holder": change.holder, "room": append.room, "seat": change.seat}
                connection.execute(insert(holdings).values(row))
            if change.moves_to is not None:
                moved = update(holdings).where(here, holdings.c.seat == change.seat).values(seat=change.moves_to)
                connection.execute(moved)
