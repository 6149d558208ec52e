"""Journals of rooms at rest, compressed, and which rooms have one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("is_compressed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "compressed_journals",
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("entries", sa.LargeBinary, nullable=False),
    )
