"""Driver's own cursor for the few statements of every append, join and home page.

SQLAlchemy costs more than these statements do. All rare statements go through it."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

Row = tuple[Any, ...]

HEADS_ON_SQLITE: Final = "SELECT code, version, head, is_compressed FROM rooms WHERE code IN ({places})"
HEADS_ON_POSTGRES: Final = (
    "SELECT code, version, head, is_compressed FROM rooms WHERE code = ANY(%s) ORDER BY code FOR NO KEY UPDATE"
)
"""Query in a fixed order, so that no two processes deadlock."""
UPDATE_ROOM: Final = "UPDATE rooms SET phase = ?, version = ?, wake_at = ?, updated_at = ?, head = ? WHERE code = ?"
INSERT_ROW: Final = (
    "INSERT INTO journal (room, version, at, kind, shape, body, command, command_body, chain)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class Cursor:
    """Cursor inside a transaction that SQLAlchemy has begun.

    Errors are raised as SQLAlchemy would raise them, without parameters, as these are secret cards. Every method may
    raise DBAPIError."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        # SQLAlchemy types of its drivers what they have in common
        self._driver: Any = connection.dialect.loaded_dbapi
        self._cursor: Any = connection.connection.cursor()
        self._is_sqlite = connection.dialect.name == "sqlite"

    def heads(self, codes: Sequence[str]) -> list[Row]:
        """Return code, version, head, ``is_compressed`` of rooms that exist; lock them."""
        if self._is_sqlite:
            # the whole database is this transaction's
            self._run(HEADS_ON_SQLITE.format(places=", ".join("?" * len(codes))), [tuple(codes)])
        else:
            self._run(HEADS_ON_POSTGRES, [(list(codes),)])
        found: list[Row] = self._cursor.fetchall()
        return found

    def write(self, rooms: Sequence[Row], rows: Sequence[Row]) -> None:
        """Update the rooms' rows and insert journal rows.

        A room's values are phase, version, wake_at, updated_at, head and then its code."""
        self._run(UPDATE_ROOM, rooms)
        self.insert_rows(rows)

    def insert_rows(self, rows: Sequence[Row]) -> None:
        """Insert journal rows, whose values have the columns' order."""
        self._run(INSERT_ROW, rows)

    def run(self, text: str, *values: object) -> None:
        """Run one statement with its values, which stand for its question marks."""
        self._run(text, [values])

    def fetch(self, text: str, *values: object) -> list[Row]:
        """Return the rows that a query finds."""
        self._run(text, [values])
        found: list[Row] = self._cursor.fetchall()
        return found

    def _run(self, text: str, rows: Sequence[Row]) -> None:
        statement = text if self._is_sqlite else text.replace("?", "%s")
        try:
            if len(rows) == 1:
                # Postgres's driver takes twice as long for a list of one
                self._cursor.execute(statement, rows[0])
            else:
                self._cursor.executemany(statement, rows)
        except self._driver.Error as error:
            wrapped = self._wrap(text, error)
            if wrapped.connection_invalidated:
                self._connection.invalidate(error)
            raise wrapped from error

    def _wrap(self, text: str, error: Any) -> DBAPIError:
        is_lost = self._connection.dialect.is_disconnect(error, self._connection.connection, self._cursor)
        kind = DBAPIError
        if isinstance(error, self._driver.IntegrityError):
            kind = IntegrityError
        elif isinstance(error, self._driver.OperationalError):
            kind = OperationalError
        elif isinstance(error, self._driver.DataError):
            kind = DataError
        return kind(text, None, error, hide_parameters=True, connection_invalidated=is_lost)
