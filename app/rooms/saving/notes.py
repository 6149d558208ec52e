"""What the chat notes by itself: that somebody took the room as a file or opened it from one, or that there is little
space left for more. No player can say it, and none can mute it."""

from collections.abc import Mapping
from types import MappingProxyType

OURS = "Signet"
"""Who says what the chat notes about the table as a whole. No player can have that name."""

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
"""By their keys, which are none of a phrase; ``saved_cards``: while a game ran, whose cards lie in the file."""
