"""Chat notes about devices, announced to everybody.

No player can say or mute them."""

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
"""Notes by key; no phrase has these keys.

``claimed_too``: another device had the seat already."""
