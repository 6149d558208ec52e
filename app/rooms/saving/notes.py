"""Chat notes about files and space. No player can say or mute them.

They say that somebody saved the room as a file or opened it from one, or that little space is left."""

from collections.abc import Mapping
from types import MappingProxyType

OURS = "Signet"
"""Sender of notes about the table as a whole. No player can have that name."""

NOTES: Mapping[str, str] = MappingProxyType(
    {
        "saved": "%(who)s saved this table to a file.",
        "nearly_full": "This table's space is nearly used up. Start a new table for your next games.",
        "saved_cards": "%(who)s saved this table to a file. Anyone who opens it can see every card.",
        "arrived": "%(who)s opened this table from a file that this server wrote.",
        "arrived_elsewhere": "This table was opened from a file that this server didn't write. What it says about the "
        "past may be untrue, even the chat.",
    }
)
"""Notes by key; no phrase has these keys.

``saved_cards``: a game was running, and its cards are in the file."""
