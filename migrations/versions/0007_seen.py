"""When each device was last seen at its seat, and which devices were taken off theirs, be the room deleted since.

What is known of the first is the room's latest entry. The second matters to files that are saved from now on."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    # a process of before, which is replaced a moment later, seats devices without one
    op.add_column("holdings", sa.Column("seen_at", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE holdings SET seen_at = (SELECT updated_at FROM rooms WHERE rooms.code = holdings.room)")
    op.create_table(
        "revoked_devices",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", "holder", name="revoked_devices_once"),
    )
