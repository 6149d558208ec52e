"""The steps in ``migrations/``, carried out by Alembic, which is loaded only for a database that wants some.

A new step is begun with ``alembic.command.revision(config(), "what changes", rev_id="0007")``, numbered on."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from app.paths import MIGRATIONS

CONNECTION = "connection"
"""The attribute of the configuration by which ``migrations/env.py`` finds the open connection."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration; there is no file of it."""
    made = Config(attributes={CONNECTION: connection})
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return made


def carry_out(connection: Connection) -> None:
    """Carries out all steps that the database lacks."""
    command.upgrade(config(connection), "head")
