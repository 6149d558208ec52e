"""Fold of events about dates of the next evening."""

from app.rooms.dates.events import (
    DateAnswered,
    DateDropped,
    DateEvent,
    DateFixed,
    DatePassed,
    DateProposed,
    DateReminded,
)
from app.rooms.model.changes import BrokenJournalError, occupant_of
from app.rooms.model.dates import FixedDate, ProposedDate
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace


def fold(room: Room, event: DateEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    room = replace(room, dates=tuple(date for date in room.dates if date.at > at))
    match event:
        case DateProposed(seat, number, moment, zone):
            person = occupant_of(room, seat).person
            date = ProposedDate(number, moment, zone, person, frozenset({person}))
            return replace(room, dates=(*room.dates, date), dates_so_far=number)
        case DateAnswered(seat, number, can_come):
            return _apply_answer(room, number, occupant_of(room, seat).person, can_come)
        case DateFixed(number):
            return replace(room, dates=(), fixed_date=_fix(room, _find_proposal(room, number), at))
        case DateDropped(_, number):
            fixed = room.fixed_date
            if fixed is not None and fixed.date.number == number:
                gone = replace(fixed, sequence=fixed.sequence + 1, is_called_off=True)
                return replace(room, fixed_date=gone)
            dropped = _find_proposal(room, number)
            return replace(room, dates=tuple(date for date in room.dates if date is not dropped))
        case DateReminded():
            fixed = _require_fixed(room)
            return replace(room, fixed_date=replace(fixed, reminded_at=at, reminded_ask=room.asks_so_far))
        case DatePassed():
            return replace(room, fixed_date=None)


def _fix(room: Room, date: ProposedDate, at: Millis) -> FixedDate:
    """Return the date as fixed.

    It is another date of the same evening, unless that one is over."""
    before = room.fixed_date
    if before is None or before.date.at <= at:
        # an evening has the number of its first date, so no two have the same
        return FixedDate(date, date.number, 0, at)
    return FixedDate(date, before.evening, before.sequence + 1, at)


def _apply_answer(room: Room, number: int, person: int, can_come: bool) -> Room:
    fixed = room.fixed_date
    if fixed is not None and fixed.date.number == number:
        return replace(room, fixed_date=replace(fixed, date=_answer(fixed.date, person, can_come)))
    date = _find_proposal(room, number)
    answered = _answer(date, person, can_come)
    return replace(room, dates=tuple(answered if each is date else each for each in room.dates))


def _answer(date: ProposedDate, person: int, can_come: bool) -> ProposedDate:
    can, cannot = date.can - {person}, date.cannot - {person}
    if can_come:
        return replace(date, can=can | {person}, cannot=cannot)
    return replace(date, can=can, cannot=cannot | {person})


def _find_proposal(room: Room, number: int) -> ProposedDate:
    for date in room.dates:
        if date.number == number:
            return date
    raise BrokenJournalError(f"there is no date {number}")


def _require_fixed(room: Room) -> FixedDate:
    if room.fixed_date is None:
        raise BrokenJournalError("no date is fixed")
    return room.fixed_date
