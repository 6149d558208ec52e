"""Facts: who may set up the table.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class HostPassed:
    """Another seat is the host now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostAdded:
    """One more seat is a host."""

    seat: Seat
    by: Seat | None = None
    """Who made them one; None: it came to pass before that was kept."""


@dataclass(frozen=True, slots=True)
class HostGone:
    """The seat is a host no longer; others are."""

    seat: Seat
    by: Seat | None = None
    """Who said so; None: the host left, or it came to pass before that was kept."""


HostForAll = HostPassed | HostAdded | HostGone
"""Those that everybody may know."""

HostFact = HostForAll
