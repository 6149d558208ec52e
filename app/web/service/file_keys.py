"""Key with which a server recognizes its own room files."""

import secrets

from app.journal.callbook import FILE_KEY, Callbook
from app.records.room_file import KEY_BYTES


async def read_file_key(callbook: Callbook) -> bytes:
    """Return this server's key for room files, shared by all its processes.

    It is made on first use. Raises StoreDownError."""
    return bytes.fromhex(await callbook.key(FILE_KEY, secrets.token_hex(KEY_BYTES)))
