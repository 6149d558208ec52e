"""Announcements: shown once, the moment they happen, such as who paused the game."""

from typing import Literal

from app.rooms.model.ids import Millis
from app.rooms.model.values import Frozen
from engine.core.seats import Seat

AnnouncementKind = Literal[
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
    "gallery",
    "screen",
]
"""Kinds of announcements.

``host_left``, ``host_gone``: a new host, because the old one left or has been absent for a while. ``went``: a player
left while no game ran; ``left``: in a game, so that a bot goes on. ``stood_in``: a bot, by the player's own wish;
``replaced``: by another player's. ``removed``: a host took the seat away. ``arrived``: the room was opened from a
file. ``claimed``: a device came to a seat by a link that its player did not make; ``claimed_too``: to one that had a
device. ``dropped``: too many voted against a motion. ``gallery``: a reveal decided watchers' guesses.
``screen``: a screen shows the table."""

KEPT = 8
"""Number of announcements that a room holds. A viewer who misses more was absent."""


class Announcement(Frozen, frozen=True, gc=False):
    """Announcement of a public event."""

    number: int
    """Number of the announcement, counted over the room's life."""
    kind: AnnouncementKind
    seat: Seat
    """Seat that the announcement is about."""
    who: str
    """Player's name at that time."""
    by: Seat | None = None
    """Seat that did it, if that may be another one."""
    by_name: str = ""
    choices: int = 0
    """Number of a bot's revealed choices, or of watchers' right answers."""
    span: Millis | None = None
    """Length of the time that was given."""
    answers: int = 0
    """Number of all answers that watchers guessed."""
