"""Random values of rooms: keys of links, room codes, seeds of games, calls."""

import secrets
from string import ascii_lowercase

from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, RoomCode


def new_key() -> str:
    """Return a new secret of 128 bits for a link, 22 characters."""
    return secrets.token_urlsafe(16)


def new_room_code() -> RoomCode:
    """Return a random room code, 40 bits."""
    return RoomCode("".join(secrets.choice(ROOM_ALPHABET) for _ in range(ROOM_CODE_LENGTH)))


def new_call_link(call_server: str) -> str:
    """Return the link to a new room on a call server.

    Its 21 letters have 98 bits: whoever knows the link is in the call."""
    parts = ("".join(secrets.choice(ascii_lowercase) for _ in range(7)) for _ in range(3))
    return f"{call_server}/signet-{'-'.join(parts)}"


def new_seed() -> str:
    """Return a new seed of a game: 256 bits in hexadecimal.

    All randomness of the game is derived from it."""
    return secrets.token_hex(32)
