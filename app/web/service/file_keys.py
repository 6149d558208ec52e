"""Key with which a server recognizes its own room files."""

import secrets

from app.journal.contacts import FILE_KEY, Contacts
from app.records.room_file import KEY_BYTES


async def read_file_key(contacts: Contacts) -> bytes:
    """Return this server's key for room files, shared by all its processes.

    It is made on first use. Raises StoreDownError."""
    return bytes.fromhex(await contacts.key(FILE_KEY, secrets.token_hex(KEY_BYTES)))
