"""Schema migrations: the steps in ``migrations/`` in one transaction."""

import functools

from sqlalchemy import Connection, column, inspect, select, table, text
from sqlalchemy.exc import DBAPIError

from app.journal.errors import NewerDatabaseError, StoreDownError, StoreError
from app.journal.sql.database import Database, open_database, refuse_other_encoding
from app.paths import MIGRATIONS

VERSIONS = table("alembic_version", column("version_num"))
"""Table in which a database names its schema."""

ONE_AT_A_TIME = 0x5167_6E65_74
"""Key of the Postgres lock under which a process migrates."""


def upgrade(url: str, *, trust_disk_off: bool = False) -> None:
    """Upgrade the database at this address. Create a missing SQLite file.

    Raises NotWritableError, DatabaseInUseError, NewerDatabaseError, NotDurableError, NotUnicodeError,
    StoreDownError."""
    database = open_database(url, trust_disk_off=trust_disk_off)
    try:
        upgrade_database(database)
    finally:
        database.close()


def upgrade_database(database: Database) -> None:
    """Upgrade an open database.

    Raises NewerDatabaseError, NotDurableError, NotUnicodeError, StoreDownError."""
    try:
        with database.engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                refuse_other_encoding(connection)
                # another process may be amid a long step; the lock goes with the transaction
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
            _upgrade(connection)
    except DBAPIError as error:
        raise StoreDownError(f"the database cannot be opened: {error.orig}") from error


def current() -> str:
    """Return the schema of this program."""
    return _all()[-1]


def earlier() -> frozenset[str]:
    """Return the schemas of all earlier programs."""
    return frozenset(_all()[:-1])


def refuse_other_schema(connection: Connection) -> None:
    """Raise NewerDatabaseError, or StoreError for a database that is old or foreign."""
    at = _schemas(connection)
    _refuse_newer(at)
    if at != (current(),):
        raise StoreError("The database is not of this version of Signet. Bring it up to date first: `migrate`.")


def _upgrade(connection: Connection) -> None:
    at = _schemas(connection)
    _refuse_newer(at)
    if at != (current(),):
        from app.journal.sql.steps import carry_out

        carry_out(connection)


def _schemas(connection: Connection) -> tuple[str, ...]:
    """Return the schemas the database names; none if it is new."""
    if not inspect(connection).has_table(VERSIONS.name):
        return ()
    return tuple(connection.scalars(select(VERSIONS.c.version_num)))


@functools.cache
def _all() -> tuple[str, ...]:
    """Return the schemas of all programs up to this one, in the order of their steps."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def _refuse_newer(at: tuple[str, ...]) -> None:
    unknown = sorted(set(at).difference(_all()))
    if unknown:
        raise NewerDatabaseError(
            f"The database was upgraded by a newer version of Signet (its schema is {unknown[0]}). Start that version "
            f"or a newer one, or restore a backup from before the upgrade."
        )
