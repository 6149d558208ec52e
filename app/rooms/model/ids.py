"""Identifiers and plain value types: rooms, versions, times, holders."""

import unicodedata
from typing import NewType

from engine.core.seats import Seat

RoomCode = NewType("RoomCode", str)
"""Public name of a room: 8 characters of Crockford's base 32 (40 bit).

It is an address, not a secret. A code of the same kind is typed in to join: the room's own, until a host replaces
it."""

Version = NewType("Version", int)
"""Number of events in a room's journal."""

AskNumber = NewType("AskNumber", int)
"""Number of a set of simultaneous asks, counted over the life of a room."""

Millis = NewType("Millis", int)
"""Moment in milliseconds since the epoch (UTC), or a span in milliseconds."""

Digest = NewType("Digest", str)
"""SHA-256 in lower-case hexadecimal. Secrets are stored as digests only."""

CommandKey = NewType("CommandKey", str)
"""Identity of a command in its room: its sender, and the id from its client."""

SCREEN_PLACE = Seat(-9)
"""Place beside the table where the tokens of screens are kept and counted."""

ROOM_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ROOM_CODE_LENGTH = 8

_LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def _normalize_letter(letter: str) -> str:
    """Return the ASCII letter, digit, dash or space for a character; empty for none."""
    category = unicodedata.category(letter)
    if category == "Cf":
        return ""
    if category in ("Pd", "Zs", "Nd"):
        return str(unicodedata.decimal(letter)) if category == "Nd" else "-"
    return unicodedata.normalize("NFKC", letter)


def room_code(text: str) -> RoomCode | None:
    """Parse a typed room code; None if it is none.

    It takes any case, any script's digits and dashes, and spaces. O stands for 0, I or L for 1."""
    if len(text) > 4 * ROOM_CODE_LENGTH:
        return None
    code = "".join(map(_normalize_letter, text)).upper().translate(_LOOKALIKES)
    if len(code) != ROOM_CODE_LENGTH or any(letter not in ROOM_ALPHABET for letter in code):
        return None
    return RoomCode(code)
