"""What the processes on one Postgres tell each other: who is alive, who is connected where, who minds which room's
clock.

Nothing in these tables outlives a crash of the database, so they need not wait for its disk."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    kind = ["UNLOGGED"] if op.get_context().dialect.name == "postgresql" else []
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("beat_at", sa.BigInteger, nullable=False),
        prefixes=kind,
    )
    op.create_table(
        "presence",
        sa.Column("worker", sa.Text, sa.ForeignKey("workers.id", ondelete="CASCADE"), nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("worker", "room", "holder", name="presence_once"),
        prefixes=kind,
    )
    op.create_index("presence_by_room", "presence", ["room"])
    op.create_table(
        "minders",
        sa.Column("room", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, sa.ForeignKey("workers.id", ondelete="CASCADE"), nullable=False),
        prefixes=kind,
    )
    op.create_index("minders_by_worker", "minders", ["worker"])
