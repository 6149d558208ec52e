"""Notes of the chat about devices that everybody is told of. No player can say them, and none can mute them."""

from collections.abc import Mapping
from types import MappingProxyType

CLAIMED, CLAIMED_TOO = "claimed", "claimed_too"

NOTES: Mapping[str, str] = MappingProxyType(
    {
        CLAIMED: "%(who)s's seat was opened with a link from whoever opened this table.",
        CLAIMED_TOO: "%(who)s's seat was opened on one more device.",
    }
)
"""By their keys, which are none of a phrase. ``claimed_too``: another device had the seat already."""
