"""A chain over each room's journal: every row with the SHA-256 over itself and the digest before it, the last one
in the room's row too.

Journals that are there get theirs now, so that from here on a row without one is a broken row. Stands alone: it says
what the rows of release 0.2 were, whatever they become later."""

import hashlib

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ROW = "version, at, kind, shape, body, command, command_body"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("head", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("journal", sa.Column("chain", sa.Text))
    connection = op.get_bind()
    for code in connection.execute(sa.text("SELECT code FROM rooms")).scalars().all():
        fill(connection, code)
    # a program that knows nothing of the chain can write no more
    with op.batch_alter_table("journal") as journal:
        journal.alter_column("chain", nullable=False)


def fill(connection: sa.Connection, code: str) -> None:
    rows = connection.execute(sa.text(f"SELECT {ROW} FROM journal WHERE room = :code ORDER BY version"), {"code": code})
    before, chain = digest(["signet-journal-1", code]), []
    for version, *row in rows.all():
        before = digest([before, code, version, *row])
        chain.append({"room": code, "version": version, "chain": before})
    if chain:
        update = "UPDATE journal SET chain = :chain WHERE room = :room AND version = :version"
        connection.execute(sa.text(update), chain)
        connection.execute(sa.text("UPDATE rooms SET head = :head WHERE code = :code"), {"head": before, "code": code})


def digest(told: list[object]) -> str:
    try:
        return hashlib.sha256(orjson.dumps(told)).hexdigest()
    except TypeError:
        # a row that was damaged before stays broken, and keeps no other room from going on
        return ""
