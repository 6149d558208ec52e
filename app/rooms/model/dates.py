"""Dates for a table's next evening: proposals, and the one that is fixed.

People are numbered as ``Occupant.person``, so answers stay theirs when they change seats."""

from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.values import Frozen

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

AHEAD_MS = (DAY_MS, HOUR_MS)
"""Times of the reminders before the date, the earliest first."""


class ProposedDate(Frozen, frozen=True):
    """Date that a player proposed, with the answers of all."""

    number: int
    """Number among all proposals of the room."""
    at: Millis
    zone: str
    """Time zone of the proposer, an IANA name."""
    by: int
    """Person who proposed it."""
    can: frozenset[int] = frozenset()
    """People who said that they can come."""
    cannot: frozenset[int] = frozenset()
    """People who said that they cannot."""


class FixedDate(Frozen, frozen=True):
    """Date of the next evening, until a day after it."""

    date: ProposedDate
    evening: int
    """Number of the evening; moving its date does not change it."""
    sequence: int
    """Number of changes of that evening's date so far."""
    reminded_at: Millis
    """Time up to which reminders count as sent: when it was fixed, then each reminder."""
    reminded_ask: AskNumber | None = None
    """Number of asks at the last reminder; None before the first."""
    is_called_off: bool = False

    @property
    def due_at(self) -> Millis:
        """Moment of the next reminder, or a day after the date, when it is forgotten."""
        reminders = () if self.is_called_off else tuple(self.date.at - ahead for ahead in AHEAD_MS)
        return Millis(min((at for at in reminders if at > self.reminded_at), default=self.date.at + DAY_MS))
