"""Notes of the chat about devices that everybody is told of. No player can say them, and none can mute them."""

from collections.abc import Mapping
from types import MappingProxyType

CLAIMED, CLAIMED_TOO = "claimed", "claimed_too"
ASKED_BACK, REFUSED_BACK = "asked_back", "refused_back"

NOTES: Mapping[str, str] = MappingProxyType(
    {
        CLAIMED: "%(who)s's seat was opened with a link from whoever opened this table.",
        CLAIMED_TOO: "%(who)s's seat was opened on one more device.",
        ASKED_BACK: "Someone says they are %(who)s, and asks to come back on another device.",
        REFUSED_BACK: "Someone who said they were %(who)s was turned away.",
    }
)
"""By their keys, which are none of a phrase. ``claimed_too``: another device had the seat already."""
