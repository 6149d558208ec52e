"""Runs the migration steps on the connection that ``app.journal.sql.steps`` hands over."""

from alembic import context

from app.journal.sql.steps import CONNECTION
from app.journal.sql.tables import metadata

context.configure(
    connection=context.config.attributes[CONNECTION],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
