"""Table of running games: the room that plays each one.

It changes in the transaction of the append. So a saved room is not imported while its game runs here."""

from collections.abc import Iterable, Sequence

import orjson
from sqlalchemy import Connection, delete, insert, select

from app.journal.codec import KINDS
from app.journal.rows import Append
from app.journal.sql.tables import games
from app.rooms import events as e
from app.rooms.model.ids import Digest, RoomCode

_NAMES = {kind: name for name, kind in KINDS.items()}
BEGINS, ENDS = _NAMES[e.GameBegun], frozenset({_NAMES[e.GameFinished], _NAMES[e.GameAborted]})
"""The kinds of rows by which games begin and end."""


def find_running(connection: Connection, appends: Sequence[Append]) -> set[Digest]:
    """Return which games of arriving rooms run here already."""
    brought = [append.begins for append in appends if append.arrives]
    if not brought:
        return set()
    query = select(games.c.commitment).where(games.c.commitment.in_(brought))
    return set(connection.execute(query).scalars())


def write_games(connection: Connection, appends: Sequence[Append]) -> None:
    """Write the games that the appends begin and end.

    Raises IntegrityError when another process's append has begun the same one meanwhile."""
    for append in appends:
        if append.ends:
            connection.execute(delete(games).where(games.c.room == append.room))
        # a room that arrives was looked for: what came in between is found out by the constraint
        if append.begins is not None and (append.arrives or not _is_played(connection, append.begins)):
            connection.execute(insert(games).values(commitment=append.begins, room=append.room))


def running(rows: Iterable[tuple[str, str]], before: Digest | None = None) -> Digest | None:
    """Return the commitment of the game that runs after these rows (kind and body).

    ``before`` ran until then. An unreadable row begins none."""
    for kind, body in rows:
        if kind == BEGINS:
            before = _commitment(body)
        elif kind in ENDS:
            before = None
    return before


def fill(connection: Connection, found: Iterable[tuple[Digest, RoomCode]]) -> None:
    """Write the running games of existing rooms.

    Of two rooms with one game, take the first."""
    first: dict[Digest, RoomCode] = {}
    for commitment, room in found:
        first.setdefault(commitment, room)
    if first:
        connection.execute(insert(games), [{"commitment": each, "room": room} for each, room in first.items()])


def _is_played(connection: Connection, commitment: Digest) -> bool:
    return connection.execute(select(games.c.room).where(games.c.commitment == commitment)).first() is not None


def _commitment(body: str) -> Digest | None:
    try:
        event = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    commitment = event.get("commitment") if isinstance(event, dict) else None
    return Digest(commitment) if isinstance(commitment, str) else None
