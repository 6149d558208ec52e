"""Random values of rooms: keys of links, room codes, seeds of games."""

import secrets

from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, RoomCode


def new_key() -> str:
    """Return a new secret of 128 bits for a link, 22 characters."""
    return secrets.token_urlsafe(16)


def new_room_code() -> RoomCode:
    """Return a random room code, 40 bits."""
    return RoomCode("".join(secrets.choice(ROOM_ALPHABET) for _ in range(ROOM_CODE_LENGTH)))


def new_seed() -> str:
    """Return a new seed of a game: 256 bits in hexadecimal.

    All randomness of the game is derived from it."""
    return secrets.token_hex(32)
