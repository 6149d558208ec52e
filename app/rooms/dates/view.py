"""View of the next evening's dates: proposals for seats, the fixed date for all.

It holds past dates until the next event about dates. To drop them at any other event would show when that was."""

from collections.abc import Iterable

from app.rooms.model.dates import ProposedDate
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen
from engine.core.seats import Seat, Viewer


class DatePart(Frozen, frozen=True, gc=False):
    """Date for the next evening, with the answers of those who sit here."""

    number: int
    at: Millis
    zone: str
    """Time zone of the proposer, an IANA name."""
    by: Seat | None
    """Seat of the proposer; None once they have gone, and for watchers."""
    can: tuple[Seat, ...]
    cannot: tuple[Seat, ...]


class DatesPart(Frozen, frozen=True, gc=False):
    """Dates for the next evening."""

    proposed: tuple[DatePart, ...]
    """Proposals; only seats see them."""
    fixed: DatePart | None
    """Date of the next evening; watchers see no answers."""
    is_called_off: bool
    """True if the evening of the fixed date was called off."""


NO_DATES = DatesPart((), None, False)


def dates_part(room: Room, viewer: Viewer) -> DatesPart:
    """Return the dates for the viewer."""
    fixed = room.fixed_date
    if not room.dates and fixed is None:
        return NO_DATES
    is_called_off = fixed is not None and fixed.is_called_off
    if viewer is None:
        shown = None if fixed is None else DatePart(fixed.date.number, fixed.date.at, fixed.date.zone, None, (), ())
        return DatesPart((), shown, is_called_off)
    proposed = tuple([_date_part(room, date) for date in room.dates])
    return DatesPart(proposed, None if fixed is None else _date_part(room, fixed.date), is_called_off)


def _date_part(room: Room, date: ProposedDate) -> DatePart:
    proposers = _list_seats(room, (date.by,))
    by = proposers[0] if proposers else None
    return DatePart(date.number, date.at, date.zone, by, _list_seats(room, date.can), _list_seats(room, date.cannot))


def _list_seats(room: Room, persons: Iterable[int]) -> tuple[Seat, ...]:
    wanted = frozenset(persons)
    return tuple(seat for seat in room.people() if room.person_of(seat) in wanted)
