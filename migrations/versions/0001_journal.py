"""The journal, and what rooms are found by.

Stands alone: it says what release 0.1 made, whatever the tables become later."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("wake_at", sa.BigInteger),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
    )
    op.create_index("rooms_by_wake_at", "rooms", ["wake_at"])
    op.create_table(
        "journal",
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("shape", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("command", sa.Text),
        sa.Column("command_body", sa.Text),
        sa.PrimaryKeyConstraint("room", "version", name="journal_in_order"),
        sa.UniqueConstraint("room", "command", name="journal_command_once"),
    )
    op.create_table(
        "holdings",
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("holder", "room", name="holdings_one_seat"),
    )
    op.create_index("holdings_by_seat", "holdings", ["room", "seat"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("id = 1", name="heartbeat_is_one_row"),
    )
