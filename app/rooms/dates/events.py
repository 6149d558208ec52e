"""Events about dates of the next evening.

No record tells of them: when people are free proves nothing about a game."""

import re
from typing import Annotated

from app.rooms.model.dates import DAY_MS
from app.rooms.model.ids import Millis
from app.rooms.schema.bounds import is_count
from app.rooms.schema.event import UNTOLD, event
from engine.core.seats import Seat

LONGEST_AHEAD = Millis(2 * 366 * DAY_MS)
"""Longest time from a proposal to its date."""

_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}")


def is_ahead(moment: Millis, at: Millis) -> bool:
    """Return whether a moment is ahead, by two years at most."""
    return at < moment <= at + LONGEST_AHEAD


def is_zone(text: str, at: Millis) -> bool:
    """Return whether a text can be the IANA name of a time zone.

    The readers' devices and later systems may know other names than this one."""
    return len(text) <= 64 and _ZONE.fullmatch(text) is not None


@event(record=UNTOLD)
class DateProposed:
    """A player proposed a date, on which they can come."""

    seat: Seat
    number: Annotated[int, is_count]
    moment: Annotated[Millis, is_ahead]
    zone: Annotated[str, is_zone]


@event(record=UNTOLD)
class DateAnswered:
    """A player said whether they can come on that date."""

    seat: Seat
    number: Annotated[int, is_count]
    can_come: bool


@event(record=UNTOLD)
class DateFixed:
    """The date of the next evening is fixed. All other proposals are void."""

    number: Annotated[int, is_count]
    seat: Seat | None = None
    """Host who fixed it; None if everybody at the table can come."""


@event(record=UNTOLD)
class DateDropped:
    """A player took a proposal back, or called the next evening off."""

    seat: Seat
    number: Annotated[int, is_count]


@event(record=UNTOLD)
class DateReminded:
    """Everybody is to be reminded of that date now."""

    number: Annotated[int, is_count]


@event(record=UNTOLD)
class DatePassed:
    """The date was a day ago."""

    number: Annotated[int, is_count]


DateEvent = DateProposed | DateAnswered | DateFixed | DateDropped | DateReminded | DatePassed
