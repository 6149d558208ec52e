"""The names of things: rooms, versions, times, holders. Each its own type, all plain values."""

import unicodedata
from typing import NewType

RoomCode = NewType("RoomCode", str)
"""A room's public name: 8 characters of Crockford's base 32 (40 bit). It is an address, not a secret. A code of
the same kind is typed in to join the room: the room's own, until a host makes it void."""

Version = NewType("Version", int)
"""How many events a room's journal holds."""

AskNumber = NewType("AskNumber", int)
"""The number of a set of simultaneous asks, counted over the whole life of a room."""

Millis = NewType("Millis", int)
"""A moment in milliseconds since the epoch (UTC), or a span in milliseconds."""

Digest = NewType("Digest", str)
"""SHA-256 in lower-case hexadecimal. Secrets are kept as digests only."""

CommandKey = NewType("CommandKey", str)
"""A command's identity within its room: who sent it and the id its client gave it."""

ROOM_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ROOM_CODE_LENGTH = 8

_LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def _as_typed(letter: str) -> str:
    """The ASCII letter, digit, dash or space that a character stands for; none for what cannot be seen."""
    category = unicodedata.category(letter)
    if category == "Cf":
        return ""
    if category in ("Pd", "Zs", "Nd"):
        return str(unicodedata.decimal(letter)) if category == "Nd" else "-"
    return unicodedata.normalize("NFKC", letter)


def room_code(text: str) -> RoomCode | None:
    """The room code a person meant by ``text`` (any case, any script's digits and dashes, spaces, O for 0, I or L for
    1); None if it is none."""
    if len(text) > 4 * ROOM_CODE_LENGTH:
        return None
    code = "".join(map(_as_typed, text)).upper().translate(_LOOKALIKES)
    if len(code) != ROOM_CODE_LENGTH or any(letter not in ROOM_ALPHABET for letter in code):
        return None
    return RoomCode(code)
