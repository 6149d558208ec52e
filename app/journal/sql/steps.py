"""Migration steps run by Alembic, which is imported only when needed.

Begin a new step with ``alembic.command.revision(config(), "what changes", rev_id="0007")``, numbered on."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from app.paths import MIGRATIONS

CONNECTION = "connection"
"""Attribute in which ``migrations/env.py`` finds the connection."""


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, which has no file."""
    made = Config(attributes={CONNECTION: connection})
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return made


def carry_out(connection: Connection) -> None:
    """Run all steps that the database lacks."""
    command.upgrade(config(connection), "head")
