"""How many bytes a room's journal has grown by, and at whose doing."""

from collections.abc import Mapping
from typing import Literal

from app.rooms.model.values import Frozen, field
from engine.core.seats import Seat

Account = Seat | Literal["hosts", "watchers", "arrivals", "table"]
"""Who brought an entry about: the player of a seat, one of the hosts, somebody who looks on, somebody who sits down,
or the game itself."""


class Spending(Frozen, frozen=True):
    """What the journal has grown by. What only one seat may know is counted apart, so that others cannot tell."""

    known: int = 0
    """Bytes of all entries, but for the hidden ones."""
    hidden: Mapping[Account, int] = field(default_factory=dict)
    """Bytes of the entries that only one seat may know, by account, since the latest public entry between games."""
    day: int = 0
    """The day (UTC, since the epoch) that is counted in ``today``."""
    today: Mapping[Account, int] = field(default_factory=dict)
    """Bytes of all entries of that day, by account."""
    is_noted: bool = False
    """Whether the chat has noted that the room is nearly full."""
