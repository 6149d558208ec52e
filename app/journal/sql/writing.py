"""A group of appends as SQL, inside one transaction; nearly the same statements on SQLite and Postgres.

The rows of the rooms concerned are locked first, in one order everywhere, so that two processes neither deadlock nor
find out about each other by a failed insert: by asking for their heads or, where these are remembered, by the update
that holds them against the truth. What that cannot see, two processes opening one room or a command carried out long
ago, the constraints of the journal refuse; the caller then tries the appends one by one, and carefully."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, text, update

from app.journal.chain import Head, beginning, digest
from app.journal.errors import Conflict, DuplicateCommand, GameIsHere
from app.journal.rows import Append
from app.journal.sql.cursor import Cursor
from app.journal.sql.games import played, write_games
from app.journal.sql.tables import holdings, journal, metadata, revoked_devices, rooms
from app.journal.store import AT_REST
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode

_REVOKE = text("INSERT INTO revoked_devices (code, holder) VALUES (:code, :holder) ON CONFLICT DO NOTHING")

_BEAT = text("INSERT INTO heartbeat (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = :at")

Verdict = Conflict | DuplicateCommand | GameIsHere | None
"""Why an append was left out; None: it is in."""


class Known(NamedTuple):
    """What is known to be there beside the rooms' own rows, and grows with the group."""

    done: set[tuple[RoomCode, CommandKey]]
    """Commands that were carried out."""
    in_use: frozenset[RoomCode]
    """Codes to join that lead to a room."""
    here: set[Digest]
    """Games that run."""


class Written(NamedTuple):
    """What a group of appends came to, once it is committed."""

    verdicts: list[Verdict]
    """In the order of the appends."""
    heads: dict[RoomCode, Head]
    """How far the rooms have come that were appended to."""


class Moved(Exception):
    """A room is not where it was remembered to be; the transaction is to be rolled back."""


def write(
    cursor: Cursor,
    appends: Sequence[Append],
    beside: Connection | None = None,
    *,
    remembered: Mapping[RoomCode, Head] | None = None,
    carefully: bool = False,
) -> Written:
    """Writes every append that is in order, leaves out the others.

    ``beside``: the same transaction through SQLAlchemy; without it all appends are plain. ``remembered``: the heads
    that all the rooms are believed to have, which saves a question; raises Moved when they have not, or when something
    is left out. ``carefully``, which needs ``beside``: looks for commands carried out already, in place of leaving them
    to the constraint (IntegrityError), which fails the whole transaction but costs nothing when all is well."""
    before = remembered if remembered is not None else _locked(cursor, appends)
    known = _known(beside, appends, carefully=carefully) if beside is not None else Known(set(), frozenset(), set())
    heads: dict[RoomCode, Head] = {}
    verdicts: list[Verdict] = []
    good: list[Append] = []
    rows: list[tuple[object, ...]] = []
    for append in appends:
        room = append.room
        head = heads.get(room) or before.get(room) or beginning(room)
        verdict = _judged(append, head, known)
        verdicts.append(verdict)
        if verdict is None:
            # it counts from here on for those after it in the group
            good.append(append)
            heads[room] = _chained(append, head, rows)
            known.done.update([(room, command) for command in append.commands])
            if append.begins is not None:
                known.here.add(append.begins)
    if remembered is not None and len(good) != len(appends):
        raise Moved
    if good:
        if beside is not None:
            _open_rooms(beside, good)
        if not cursor.write(_latest(good, before, heads), rows):
            raise Moved
        if beside is not None:
            _write_holdings(beside, good)
            write_games(beside, good)
    return Written(verdicts, heads)


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
    """Set the heartbeat, in one statement: two processes may make their first one at the same time."""
    connection.execute(_BEAT, {"at": now})


def _locked(cursor: Cursor, appends: Sequence[Append]) -> dict[RoomCode, Head]:
    """The heads of those of the rooms that exist."""
    codes = sorted({append.room for append in appends}) if len(appends) > 1 else [appends[0].room]
    return {code: Head(version, chain) for code, version, chain in cursor.heads(codes)}


def _known(connection: Connection, appends: Sequence[Append], *, carefully: bool) -> Known:
    return Known(
        done=_carried_out(connection, appends) if carefully else set(),
        in_use=_in_use(connection, [append.join_code for append in appends if append.game and append.join_code]),
        here=played(connection, appends),
    )


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


def _judged(append: Append, head: Head, known: Known) -> Verdict:
    if head.version != append.expected or (append.game and append.join_code in known.in_use):
        return Conflict(append.room, append.expected)
    commands = append.commands
    for place, command in enumerate(commands):
        if (append.room, command) in known.done or command in commands[:place]:
            return DuplicateCommand(append.room, command)
    return GameIsHere(append.room) if append.begins in known.here and append.arrives else None


def _chained(append: Append, head: Head, rows: list[tuple[object, ...]]) -> Head:
    """Adds the append's rows, as the journal has them, to the others; the head after them."""
    room, before = append.room, head.chain
    for row in append.rows:
        version, at, (kind, shape, body), command, command_body, _ = row
        before = digest(before, room, row)
        rows.append((room, version, at, kind, shape, body, command, command_body, before))
    return Head(append.version, before)


def _latest(
    appends: Sequence[Append], before: Mapping[RoomCode, Head], heads: Mapping[RoomCode, Head]
) -> list[tuple[object, ...]]:
    """What the rooms' own rows say after the appends and said before, in the order in which they are locked."""
    latest = {append.room: append for append in appends}
    return [
        (
            append.phase,
            append.version,
            append.wake_at,
            append.rows[-1].at,
            heads[room].chain,
            room,
            *(before.get(room) or beginning(room)),
        )
        for room, append in (sorted(latest.items()) if len(latest) > 1 else latest.items())
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


def _write_holdings(connection: Connection, appends: Sequence[Append]) -> None:
    for append in appends:
        for change in append.seats:
            here = holdings.c.room == append.room
            if change.empties:
                connection.execute(delete(holdings).where(here, holdings.c.seat == change.seat))
            if change.goes is not None:
                connection.execute(delete(holdings).where(here, holdings.c.holder == change.goes))
                connection.execute(_REVOKE, {"code": append.room, "holder": change.goes})
            if change.holder is not None:
                connection.execute(delete(holdings).where(here, holdings.c.holder == change.holder))
                row = {"holder": change.holder, "room": append.room, "seat": change.seat, "seen_at": change.at}
                connection.execute(insert(holdings).values(row))
                is_it = (revoked_devices.c.code == append.room) & (revoked_devices.c.holder == change.holder)
                connection.execute(delete(revoked_devices).where(is_it))
            if change.seen is not None:
                known = update(holdings).where(here, holdings.c.holder == change.seen)
                connection.execute(known.values(seen_at=change.at))
            if change.moves_to is not None:
                moved = update(holdings).where(here, holdings.c.seat == change.seat).values(seat=change.moves_to)
                connection.execute(moved)
