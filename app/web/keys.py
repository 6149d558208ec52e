"""Random values of rooms: keys of links, room codes, seeds of games, calls."""

import hashlib
import secrets
from string import ascii_lowercase

from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, RoomCode
from app.settings.open_word import fold_word


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


def derive_club_secret(words: str) -> str:
    """Return the secret of a club from its words, hexadecimal; empty without words.

    It is slow, because anybody may try words against a game's public commitment."""
    if not words:
        return ""
    return hashlib.scrypt(fold_word(words).encode(), salt=b"signet/club", n=2**14, r=8, p=1, dklen=32).hex()


def new_seed() -> str:
    """Return a new seed of a game: 256 bits in hexadecimal.

    All randomness of the game is derived from it."""
    return secrets.token_hex(32)
