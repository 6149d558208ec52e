"""The key by which a server knows the room files that it wrote."""

import secrets

from app.journal.callbook import FILE_KEY, Callbook
from app.records.room_file import KEY_BYTES


async def read_file_key(callbook: Callbook) -> bytes:
    """The key of this server, made on the first use and the same in all its processes. Raises StoreDownError."""
    return bytes.fromhex(await callbook.key(FILE_KEY, secrets.token_hex(KEY_BYTES)))
