"""Brings a database's schema up to this program's; the steps lie in ``migrations/`` and run in one transaction."""

import functools

from sqlalchemy import Connection, column, inspect, select, table, text
from sqlalchemy.exc import DBAPIError

from app.journal.errors import NewerDatabaseError, StoreDownError, StoreError
from app.journal.sql.database import Database, open_database, refuse_other_encoding
from app.paths import MIGRATIONS

VERSIONS = table("alembic_version", column("version_num"))
"""Where a database says of which schema it is."""

ONE_AT_A_TIME = 0x5167_6E65_74
"""The key of the Postgres lock that keeps two starting processes from migrating at once."""


def upgrade(url: str, *, trust_disk_off: bool = False) -> None:
    """Brings the database at this address up to date; makes it, if it is an SQLite file that is not there.

    Raises NotWritableError, DatabaseInUseError, NewerDatabaseError, NotDurableError, NotUnicodeError,
    StoreDownError."""
    database = open_database(url, trust_disk_off=trust_disk_off)
    try:
        upgrade_database(database)
    finally:
        database.close()


def upgrade_database(database: Database) -> None:
    """Brings an open database up to date. Raises NewerDatabaseError, NotDurableError, NotUnicodeError,
    StoreDownError."""
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
    """The schema of this program."""
    return _all()[-1]


def earlier() -> frozenset[str]:
    """The schemas of all programs before this one."""
    return frozenset(_all()[:-1])


def refuse_other_schema(connection: Connection) -> None:
    """Raises NewerDatabaseError, and StoreError for a database that is not up to date or none of ours."""
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
    """What the database says of itself; nothing if it is new."""
    if not inspect(connection).has_table(VERSIONS.name):
        return ()
    return tuple(connection.scalars(select(VERSIONS.c.version_num)))


@functools.cache
def _all() -> tuple[str, ...]:
    """The schemas of all programs up to this one, by the numbers of the steps that make them."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def _refuse_newer(at: tuple[str, ...]) -> None:
    unknown = sorted(set(at).difference(_all()))
    if unknown:
        raise NewerDatabaseError(
            f"The database was upgraded by a newer version of Signet (its schema is {unknown[0]}). Start that version "
            f"or a newer one, or restore a backup from before the upgrade."
        )
