"""The database driver's own cursor, for the few statements of which every append is made. SQLAlchemy costs more than
they do; all that is seldom goes through it."""

import functools
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

Row = tuple[Any, ...]

LOCK_ON_SQLITE: Final = "SELECT rooms.code, rooms.version, rooms.head FROM rooms WHERE rooms.code IN ({places})"
LOCK_ON_POSTGRES: Final = (
    "SELECT rooms.code, rooms.version, rooms.head FROM rooms WHERE rooms.code = ANY(%s)"
    ' ORDER BY rooms.code COLLATE "C" FOR NO KEY UPDATE'
)
"""In the order in which rooms are written without having been asked for: no two processes wait for each other."""
UPDATE_ROOM: Final = (
    "UPDATE rooms SET phase = ?, version = ?, wake_at = ?, updated_at = ?, head = ?"
    " WHERE code = ? AND version = ? AND head = ?"
)
INSERT_ROW: Final = (
    "INSERT INTO journal (room, version, at, kind, shape, body, command, command_body, chain)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
MOVE_ROOM: Final = (
    "WITH moved AS (UPDATE rooms SET phase = ?, version = ?, wake_at = ?, updated_at = ?, head = ?"
    " WHERE code = ? AND version = ? AND head = ? RETURNING code)"
    " INSERT INTO journal (room, version, at, kind, shape, body, command, command_body, chain)"
    " SELECT ?::text, ?::bigint, ?::bigint, ?::text, ?::integer, ?::text, ?::text, ?::text, ?::text FROM moved"
)
"""Both in one: each statement is a way to Postgres and back."""

_INSERT_ROW, _MOVE_ROOM = (text.replace("?", "%s") for text in (INSERT_ROW, MOVE_ROOM))


class Cursor:
    """Carries statements out on a connection that SQLAlchemy has lent. What the driver raises comes as SQLAlchemy would
    raise it, without parameters: they are hidden hands. Every method may raise DBAPIError."""

    def __init__(self, connection: Connection) -> None:
        self._dialect = connection.dialect
        # SQLAlchemy types of its drivers what they have in common
        self._driver: Any = connection.dialect.loaded_dbapi
        self._errors: type[Exception] = self._driver.Error
        self._lent = connection.connection
        self._cursor: Any = self._lent.cursor()
        self._is_sqlite = connection.dialect.name == "sqlite"

    def begin(self) -> None:
        """Begins a transaction that writes. Postgres's driver does so by itself."""
        if self._is_sqlite:
            self._run("BEGIN IMMEDIATE", ())

    def commit(self) -> None:
        """Ends the transaction; what it wrote is on the disk."""
        try:
            self._lent.commit()
        except self._errors as error:
            raise self._wrapped("COMMIT", error) from error

    def rollback(self) -> None:
        """Ends the transaction as if it had not been."""
        try:
            self._lent.rollback()
        except self._errors as error:
            raise self._wrapped("ROLLBACK", error) from error

    def heads(self, codes: Sequence[str]) -> list[Row]:
        """The code, version and head of those of the rooms that exist, at least one, in order; nobody else can append
        to them until the transaction ends."""
        if self._is_sqlite:
            # the whole database is this transaction's
            places = 1 << (len(codes) - 1).bit_length()
            self._run(_lock_on_sqlite(places), [*codes, *[codes[-1]] * (places - len(codes))])
        else:
            self._run(LOCK_ON_POSTGRES, (list(codes),))
        found: list[Row] = self._cursor.fetchall()
        return found

    def write(self, rooms: Sequence[Row], rows: Sequence[Row]) -> bool:
        """Sets phase, version, wake_at, updated_at and head of rooms, of which the code and what version and head were
        come last; adds rows of the journal, in the order of its columns, at least one for each of these rooms. Whether
        all rooms were as it says; if not, the transaction is to be rolled back."""
        if self._is_sqlite:
            # also for one row: it lets go of the interpreter once less
            return self._run_for_each(UPDATE_ROOM, rooms) and self._run_for_each(INSERT_ROW, rows)
        first: dict[object, Row] = {}
        others = [row for row in rows if first.setdefault(row[0], row) is not row]
        moved = [(*room, *first[room[5]]) for room in rooms]
        return self._run_for_each(_MOVE_ROOM, moved) and (not others or self._run_for_each(_INSERT_ROW, others))

    def _run_for_each(self, text: str, rows: Sequence[Row]) -> bool:
        """Whether each concerned a row."""
        if len(rows) == 1 and not self._is_sqlite:
            self._run(text, rows[0])
        else:
            try:
                self._cursor.executemany(text, rows)
            except self._errors as error:
                raise self._wrapped(text, error) from error
        is_each: bool = self._cursor.rowcount == len(rows)
        return is_each

    def _run(self, text: str, values: Sequence[object]) -> None:
        try:
            self._cursor.execute(text, values)
        except self._errors as error:
            raise self._wrapped(text, error) from error

    def _wrapped(self, text: str, error: Any) -> DBAPIError:
        is_lost = self._dialect.is_disconnect(error, self._lent, self._cursor)
        kind = DBAPIError
        if isinstance(error, self._driver.IntegrityError):
            kind = IntegrityError
        elif isinstance(error, self._driver.OperationalError):
            kind = OperationalError
        elif isinstance(error, self._driver.DataError):
            kind = DataError
        return kind(text, None, error, hide_parameters=True, connection_invalidated=is_lost)


@functools.lru_cache
def _lock_on_sqlite(places: int) -> str:
    """Powers of two alone: SQLite and its driver keep what they made of a text."""
    return LOCK_ON_SQLITE.format(places=", ".join("?" * places))
