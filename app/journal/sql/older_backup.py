"""Backups of earlier releases.

They are read into a database of that release's schema, which every later step then upgrades. So a restored backup is
what an upgrade would have made of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from sqlalchemy import Connection

from app.journal.sql.database import open_database
from app.journal.sql.migrate import upgrade_database
from app.journal.sql.steps import config


@contextmanager
def open_upgraded(schema: str, fill: Callable[[Connection], object]) -> Iterator[str]:
    """Yield the address of a temporary database of this release.

    ``fill`` fills it while it has the schema ``schema``. Only this user can read it; it is deleted afterwards.
    Raises StoreError, DBAPIError."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'older.db'}"
        # nothing of it has to last
        database = open_database(url, trust_disk_off=True)
        try:
            with database.engine.begin() as connection:
                command.upgrade(config(connection), schema)
                fill(connection)
            upgrade_database(database)
        finally:
            database.close()
        yield url
