"""The code to join each room, which a host can make void; until then it is the room's own."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("join_code", sa.Text, nullable=False, server_default=sa.text("''")))
    op.execute("UPDATE rooms SET join_code = code")
    # a process of before, which is replaced a moment later, opens rooms without one
    some = sa.text("join_code <> ''")
    op.create_index("rooms_by_join_code", "rooms", ["join_code"], unique=True, sqlite_where=some, postgresql_where=some)
