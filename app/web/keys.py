"""What is drawn by chance for rooms: keys of links, codes, seeds of games."""

import secrets

from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, RoomCode


def new_key() -> str:
    """A new secret of 128 bits for a link, 22 characters."""
    return secrets.token_urlsafe(16)


def new_room_code() -> RoomCode:
    """A random room code, 40 bits."""
    return RoomCode("".join(secrets.choice(ROOM_ALPHABET) for _ in range(ROOM_CODE_LENGTH)))


def new_seed() -> str:
    """A new seed of a game: 256 bits in hexadecimal, from which all its chance is derived."""
    return secrets.token_hex(32)
