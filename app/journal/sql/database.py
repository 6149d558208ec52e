"""Database connection: SQLite in one process, or Postgres, with durable commits."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text

from app.journal.database_address import KINDS, PARAMETERS, read_address
from app.journal.errors import NotDurableError, NotUnicodeError, StoreError
from app.journal.sql.sqlite_file import SqliteFile, text_of
from app.journal.timeouts import STATEMENT_MS

Synchronous = Literal["FULL", "NORMAL", "OFF"]

READS_ONLY = "reads_only"
"""The execution option of a connection whose next transaction changes nothing."""

SQLITE_BUSY_MS = 5_000
POSTGRES_BUSY_MS = 2_000
IDLE_MS = 10_000


@dataclass(frozen=True, slots=True)
class Database:
    """Engine with two kept connections, and the SQLite file it works on.

    It opens another connection for each concurrent user beyond two."""

    engine: Engine
    file: SqliteFile | None
    """The file of an SQLite database."""

    def check_in_place(self) -> None:
        """Check that the file is still the opened one. Raises StoreDownError."""
        if self.file is not None:
            self.file.check_in_place()

    def close(self) -> None:
        """Close the connections, then unlock the file."""
        self.engine.dispose()
        if self.file is not None:
            self.file.close()


def open_database(
    url: str, *, synchronous: Synchronous = "FULL", busy_ms: int | None = None, trust_disk_off: bool = False
) -> Database:
    """Open the database at an address ``sqlite:///path`` or ``postgresql://...``.

    ``synchronous`` other than FULL loses acknowledged entries at a power cut: for benchmarks and for the test that
    proves it. ``busy_ms``: the wait while somebody else writes the SQLite file, or the same room on Postgres.
    ``trust_disk_off`` accepts a Postgres that does not wait for its disk: for tests of logic.

    Raises StoreError for an address of another kind, NotWritableError, DatabaseInUseError. Does not connect to
    Postgres yet."""
    address = read_address(url)
    if address.get_backend_name() == "sqlite":
        return _sqlite(address, synchronous, SQLITE_BUSY_MS if busy_ms is None else busy_ms)
    if address.get_backend_name() == "postgresql":
        return Database(
            _make_postgres_engine(address, POSTGRES_BUSY_MS if busy_ms is None else busy_ms, trust_disk_off), None
        )
    raise StoreError(KINDS)


def refuse_other_encoding(connection: Connection) -> None:
    """Raise NotUnicodeError, with the remedy, for a Postgres that is not UTF8."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding == "UTF8":
        return
    url = connection.engine.url
    name = str(connection.execute(text("SELECT current_database()")).scalar_one())
    quote = connection.dialect.identifier_preparer.quote_identifier
    other = "template1" if name == "postgres" else "postgres"
    # without its password, which psql asks for
    server = URL.create("postgresql", url.username, None, url.host, url.port, other, url.query)
    commands = (
        f"ALTER DATABASE {quote(name)} RENAME TO {quote(f'{name}_before')}",
        f"CREATE DATABASE {quote(name)} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
    )
    psql = shlex.join(["psql", server.render_as_string(), *(word for each in commands for word in ("-c", each))])
    has_rooms = inspect(connection).has_table("rooms")
    keep = " Rooms that it holds are brought over by `backup` before that and `restore` after it." if has_rooms else ""
    raise NotUnicodeError(
        f"The Postgres database {name} has the encoding {encoding}, in which not every name can be written; it must be "
        f"UTF8.{keep} This sets the database aside and makes it anew: {psql}"
    )


def _sqlite(address: URL, synchronous: Synchronous, busy_ms: int) -> Database:
    if address.database in (None, "", ":memory:"):
        raise StoreError("The address of an SQLite database names a file: sqlite:///path.")
    file = SqliteFile(Path(str(address.database)).absolute())
    engine = _engine(address.set(database=str(file.path)), {"timeout": busy_ms / 1000})

    def prepare(connection: Any, _: object) -> None:
        # the driver's own transactions begin too late: reading first and locking after fails under load
        connection.isolation_level = None
        connection.text_factory = text_of
        for setting in (
            "journal_mode = WAL",
            f"synchronous = {synchronous}",
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "mmap_size = 0",
        ):
            connection.execute(f"PRAGMA {setting}")

    def begin(connection: Connection) -> None:
        reads_only = connection.get_execution_options().get(READS_ONLY, False)
        connection.exec_driver_sql("BEGIN" if reads_only else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return Database(engine, file)


def _make_postgres_engine(address: URL, busy_ms: int, trust_disk_off: bool) -> Engine:
    engine = _engine(
        address.set(drivername="postgresql+psycopg"),
        {"application_name": "signet", **PARAMETERS},
    )

    def prepare(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            if not trust_disk_off:
                _refuse_forgetful(cursor.execute)
            cursor.execute(f"SET lock_timeout = {busy_ms}")
            cursor.execute(f"SET statement_timeout = {STATEMENT_MS}")
            cursor.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        connection.commit()

    event.listen(engine, "connect", prepare)
    return engine


def _refuse_forgetful(execute: Callable[[str], Any]) -> None:
    for setting in ("fsync", "synchronous_commit"):
        if execute(f"SHOW {setting}").fetchone() == ("off",):
            raise NotDurableError(
                f"The Postgres server has {setting} = off: it would lose moves that players saw. Set it to on."
            )


def _engine(address: URL, arguments: dict[str, object]) -> Engine:
    # parameters stay out of every message: they are hidden hands; the journal's thread holds two connections, and
    # who else looks in has one that is closed afterwards
    return create_engine(address, pool_size=2, max_overflow=1, hide_parameters=True, connect_args=arguments)
