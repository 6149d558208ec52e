"""Tables. ``journal`` is the truth; the others are indexes of it.

``rooms``, ``holdings`` and ``games`` change in the same transaction as the journal. Times are milliseconds since the
epoch; bodies are JSON text."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()

rooms = Table(
    "rooms",
    metadata,
    Column("code", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("wake_at", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
    Column("head", Text, nullable=False, server_default=text("''")),
    Column("join_code", Text, nullable=False, server_default=text("''")),
    Column("is_compressed", Boolean, nullable=False, server_default=false()),
    Index("rooms_by_wake_at", "wake_at"),
    # Migration 0005 leaves empty codes out. To say so here would load all drivers of Postgres at every start.
    Index("rooms_by_join_code", "join_code", unique=True),
)
"""Rooms as of their last entry; ``head`` is its chain, people type ``join_code``.

``join_code`` is empty where a process of before 0.3 opened the room beside ours: then it is the room's own code.
``is_compressed``: its journal is in ``compressed_journals``."""

journal = Table(
    "journal",
    metadata,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("shape", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("command", Text),
    Column("command_body", Text),
    Column("chain", Text, nullable=False),
    PrimaryKeyConstraint("room", "version", name="journal_in_order"),
    UniqueConstraint("room", "command", name="journal_command_once"),
)
"""Events of all rooms. Rows are added and never changed, which ``chain`` proves.

The two constraints decide every race."""

compressed_journals = Table(
    "compressed_journals",
    metadata,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("entries", LargeBinary, nullable=False),
)
"""Whole journals of rooms at rest (``compression``).

Such a room has no rows in ``journal``."""

holdings = Table(
    "holdings",
    metadata,
    Column("holder", Text, nullable=False),
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seen_at", BigInteger, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("holder", "room", name="holdings_one_seat"),
    Index("holdings_by_seat", "room", "seat"),
)
"""Seats by token digest, with the time each was last seen there."""

revoked_devices = Table(
    "revoked_devices",
    metadata,
    Column("code", Text, nullable=False),
    Column("holder", Text, nullable=False),
    PrimaryKeyConstraint("code", "holder", name="revoked_devices_once"),
)
"""Token digests taken off their seat in a room of that code and not back since.

The rows outlive the room: an imported file of it brings none of these devices back."""

games = Table(
    "games",
    metadata,
    Column("commitment", Text, primary_key=True),
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Index("games_by_room", "room"),
)
"""Room that plays the game of a commitment. A game runs in one room only."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("id = 1", name="heartbeat_is_one_row"),
)
"""Time of the server's last heartbeat."""

workers = Table(
    "workers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("beat_at", BigInteger, nullable=False),
)
"""Processes on one Postgres, each with its last heartbeat by the database's clock.

This table and the two below are UNLOGGED: a crash of the database empties them."""

presence = Table(
    "presence",
    metadata,
    Column("worker", Text, ForeignKey("workers.id", ondelete="CASCADE"), nullable=False),
    Column("room", Text, nullable=False),
    Column("holder", Text, nullable=False),
    PrimaryKeyConstraint("worker", "room", "holder", name="presence_once"),
    Index("presence_by_room", "room"),
)
"""Token digests connected to rooms, by process."""

owners = Table(
    "minders",
    metadata,
    Column("room", Text, primary_key=True),
    Column("worker", Text, ForeignKey("workers.id", ondelete="CASCADE"), nullable=False),
    Index("minders_by_worker", "worker"),
)
"""Process that owns a room and runs its clock, as long as it is alive."""

call_addresses = Table(
    "call_addresses",
    metadata,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("holder", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("base_url", Text, nullable=False),
    Column("details", Text, nullable=False),
    PrimaryKeyConstraint("room", "kind", "holder", name="call_addresses_once"),
)
"""Addresses for notifications by room and device; a room's webhook has no holder.

Neither journal nor backup has them."""

calls = Table(
    "calls",
    metadata,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ask", BigInteger, nullable=False),
    Column("nudge", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("room", "seat", "ask", "nudge", name="calls_once"),
)
"""Notifications sent or about to be sent for the latest asks.

A row is written before its notification goes out. Seat -1 is the whole table."""

calls_settled = Table(
    "calls_settled",
    metadata,
    Column("room", Text, ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("version", BigInteger, nullable=False),
)
"""Up to which version of a room nobody is left to be called."""

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets the server made for itself, the same in all processes.

A backup has only that of room files."""
