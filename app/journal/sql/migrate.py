"""Brings a database's schema up to this program's; the steps lie in ``migrations/`` and run in one transaction.

A new step is begun with ``alembic.command.revision(config(), "what changes")``."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from app.journal.errors import NewerDatabase, StoreDown, StoreError
from app.journal.sql.database import Database, open_database
from app.paths import MIGRATIONS

CONNECTION = "connection"
"""The attribute of the configuration by which ``migrations/env.py`` finds the open connection."""

ONE_AT_A_TIME = 0x5167_6E65_74
"""The key of the Postgres lock that keeps two starting processes from migrating at once."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration; there is no file of it."""
    made = Config(attributes={CONNECTION: connection})
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return made


def upgrade(url: str, *, trust_disk_off: bool = False) -> None:
    """Brings the database at this address up to date; makes it, if it is an SQLite file that is not there.

    Raises NotWritable, DatabaseInUse, NewerDatabase, NotDurable, StoreDown."""
    database = open_database(url, trust_disk_off=trust_disk_off)
    try:
        upgrade_database(database)
    finally:
        database.close()


def upgrade_database(database: Database) -> None:
    """Brings an open database up to date. Raises NewerDatabase, NotDurable, StoreDown."""
    try:
        with database.engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                # another process may be amid a long step; the lock goes with the transaction
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
            _upgrade(connection)
    except DBAPIError as error:
        raise StoreDown(f"the database cannot be opened: {error.orig}") from error


def current() -> str:
    """The schema of this program."""
    (head,) = ScriptDirectory.from_config(config()).get_heads()
    return head


def earlier() -> frozenset[str]:
    """The schemas of all programs before this one."""
    scripts = ScriptDirectory.from_config(config())
    return frozenset(each.revision for each in scripts.walk_revisions()) - set(scripts.get_heads())


def refuse_other_schema(connection: Connection) -> None:
    """Raises NewerDatabase, and StoreError for a database that is not up to date or none of ours."""
    at = _schemas(connection)
    _refuse_newer(at)
    if at != (current(),):
        raise StoreError("The database is not of this version of Signet. Bring it up to date first: `migrate`.")


def _upgrade(connection: Connection) -> None:
    at = _schemas(connection)
    _refuse_newer(at)
    if at != (current(),):
        command.upgrade(config(connection), "head")


def _schemas(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection, opts={"transactional_ddl": True}).get_current_heads()


def _refuse_newer(at: tuple[str, ...]) -> None:
    known = {revision.revision for revision in ScriptDirectory.from_config(config()).walk_revisions()}
    unknown = sorted(set(at) - known)
    if unknown:
        raise NewerDatabase(
            f"The database was upgraded by a newer version of Signet (its schema is {unknown[0]}). Start that version "
            f"or a newer one, or restore a backup from before the upgrade."
        )
