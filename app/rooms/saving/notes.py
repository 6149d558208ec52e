"""What the chat notes by itself when somebody took the room as a file. No player can say it, and none can mute it."""

from collections.abc import Mapping
from types import MappingProxyType

NOTES: Mapping[str, str] = MappingProxyType(
    {
        "saved": "%(who)s saved this table to a file.",
        "saved_cards": "%(who)s saved this table to a file. Anyone who opens it can see every card.",
    }
)
"""By their keys, which are none of a phrase; ``saved_cards``: while a game ran, whose cards lie in the file."""
