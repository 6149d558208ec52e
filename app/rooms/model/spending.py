"""Bytes by which a room's journal has grown, by the account that caused them."""

from collections.abc import Mapping
from typing import Literal

from app.rooms.model.values import Frozen, field
from engine.core.seats import Seat

Account = Seat | Literal["hosts", "watchers", "arrivals", "table", "gallery"]
"""Author of an entry: a seat's player, a host, a watcher, an arrival, or the game.

The gallery are the watchers who guess."""


class Spending(Frozen, frozen=True):
    """Growth of the journal.

    Entries that only one seat may know count apart, so that others cannot infer them."""

    known: int = 0
    """Bytes of all entries except the hidden ones."""
    hidden: Mapping[Account, int] = field(default_factory=dict)
    """Bytes of entries that only one seat may know, by account.

    They count since the latest public entry between games."""
    day: int = 0
    """Day that ``today`` counts, in days since the epoch (UTC)."""
    today: Mapping[Account, int] = field(default_factory=dict)
    """Bytes of all entries of that day, by account."""
    is_noted: bool = False
    """True if the chat has noted that the room is nearly full."""
