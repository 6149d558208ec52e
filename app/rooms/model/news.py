"""What people are told the moment it happens, and not again: who paused the game, who stands in for whom."""

from typing import Literal

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen
from engine.core.seats import Seat

Tidings = Literal[
    "paused",
    "resumed",
    "host_left",
    "host_gone",
    "host_made",
    "host_unmade",
    "went",
    "left",
    "stood_in",
    "replaced",
    "removed",
    "relieved",
    "time_given",
    "away",
    "renamed",
    "back",
    "saved",
    "arrived",
    "arrived_elsewhere",
    "claimed",
    "claimed_too",
    "dropped",
]
"""The kinds. ``host_left`` and ``host_gone``: a new host, because the old one left, or has been gone for a while;
``went``: somebody left while no game ran; ``left``: in a game, so that a bot goes on; ``stood_in``: a bot, by the
player's own wish; ``replaced``: by somebody else's; ``removed``: a host took the seat away; ``arrived``: the room
was opened from a file; ``claimed``: a device came to a seat by a link that its player did not make,
``claimed_too``: to one that had a device; ``dropped``: too many voted
against something."""

KEPT = 8
"""How many a room holds: whoever misses more was not there."""


class News(Frozen, frozen=True, gc=False):
    """Something that happened at the table, which everybody may know."""

    number: int
    """Counts up over the room's life."""
    kind: Tidings
    seat: Seat
    """Whom it is about."""
    who: str
    """What they were called then."""
    by: Seat | None = None
    """Who did it, where that may be somebody else."""
    by_name: str = ""
    choices: int = 0
    """Of whoever plays again: how many choices of the bot were revealed."""
    span: Millis | None = None
    """Of time that was given: how much."""
