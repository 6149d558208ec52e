"""Read-only snapshot of the whole database, also beside a running server."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, func, select, text
from sqlalchemy.exc import DBAPIError

from app.journal.contacts import FILE_KEY
from app.journal.database_address import read_address
from app.journal.errors import StoreDownError, StoreError, UnreadableError
from app.journal.rows import Row, StoredRoom
from app.journal.sql.database import open_database
from app.journal.sql.migrate import refuse_other_schema
from app.journal.sql.reading import last_beat, rows_of
from app.journal.sql.sqlite_file import text_of
from app.journal.sql.tables import holdings, revoked_devices, rooms, server_keys
from app.journal.store import START
from app.rooms.model.ids import Millis, RoomCode

TIMEOUT_SETTINGS = ("statement_timeout", "idle_in_transaction_session_timeout")
"""Postgres timeouts that are switched off for a long read."""


class Snapshot:
    """All rooms as they were when it was opened."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rooms(self) -> Iterator[StoredRoom]:
        """Yield the rooms by code, one at a time."""
        for code in self._connection.execute(select(rooms.c.code).order_by(rooms.c.code)).scalars().all():
            yield self._room(code)

    def count(self) -> int:
        """Count the rooms."""
        return self._connection.execute(select(func.count()).select_from(rooms)).scalar_one()

    def last_beat(self) -> Millis | None:
        """Return the time of the last heartbeat; None if there was none."""
        return last_beat(self._connection)

    def file_key(self) -> str | None:
        """Return the server's key of its room files; None if it never made one."""
        kept = select(server_keys.c.value).where(server_keys.c.name == FILE_KEY)
        return self._connection.execute(kept).scalar()

    def load_revoked(self) -> list[tuple[str, str]]:
        """Return room code and digest of each device that was taken off its seat."""
        kept = select(revoked_devices.c.code, revoked_devices.c.holder)
        ordered = kept.order_by(revoked_devices.c.code, revoked_devices.c.holder)
        return [(code, holder) for code, holder in self._connection.execute(ordered)]

    def _room(self, code: RoomCode) -> StoredRoom:
        room = self._connection.execute(select(rooms).where(rooms.c.code == code)).one()
        held = self._connection.execute(
            select(holdings.c.holder, holdings.c.seat, holdings.c.seen_at)
            .where(holdings.c.room == code)
            .order_by(holdings.c.holder)
        )
        rows, damage = self._rows(code)
        return StoredRoom(
            code=room.code,
            game=room.game,
            phase=room.phase,
            version=room.version,
            wake_at=room.wake_at,
            updated_at=room.updated_at,
            head=room.head,
            holdings=tuple((holder, seat, seen_at) for holder, seat, seen_at in held),
            rows=rows,
            join_code=RoomCode(room.join_code or code),
            damage=damage,
        )

    def _rows(self, code: RoomCode) -> tuple[tuple[Row, ...], str]:
        """Return a room's rows, and their damage, if any."""
        try:
            return rows_of(self._connection, code, START), ""
        except UnreadableError as error:
            return (), str(error)


@contextmanager
def snapshot(url: str) -> Iterator[Snapshot]:
    """Open the database at an SQLAlchemy address in one read-only transaction.

    Raises StoreError for an address of another kind, a missing database or one of another schema; StoreDownError."""
    engine = _reading(url)
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                for setting in TIMEOUT_SETTINGS:
                    connection.execute(text(f"SET LOCAL {setting} = 0"))
            refuse_other_schema(connection)
            yield Snapshot(connection)
    except DBAPIError as error:
        raise StoreDownError(f"the database cannot be read: {error.orig}") from error
    finally:
        engine.dispose()


def _reading(url: str) -> Engine:
    address = read_address(url)
    if address.get_backend_name() != "sqlite":
        # nothing is written, so nothing can be lost by a server that does not wait for its disk
        return open_database(url, trust_disk_off=True).engine
    path = Path(address.database or "").absolute()
    if not path.is_file():
        raise StoreError(f"There is no database at {path}.")

    def connect() -> sqlite3.Connection:
        # a connection that cannot write never tidies the log up either, which is the running server's business
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)
        connection.text_factory = text_of
        return connection

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    engine = create_engine("sqlite://", creator=connect, hide_parameters=True)
    event.listen(engine, "begin", begin)
    return engine
