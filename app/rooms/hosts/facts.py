"""Facts: who may set up the table."""

from app.rooms.schema.fact import fact
from engine.core.seats import Seat


@fact(record="seat")
class HostPassed:
    """Another seat is the host now."""

    seat: Seat


@fact(record="seat")
class HostAdded:
    """One more seat is a host."""

    seat: Seat
    by: Seat | None = None
    """Who made them one; None: it came to pass before that was kept."""


@fact(record="seat")
class HostGone:
    """The seat is a host no longer; others are."""

    seat: Seat
    by: Seat | None = None
    """Who said so; None: the host left, or it came to pass before that was kept."""


HostFact = HostPassed | HostAdded | HostGone
