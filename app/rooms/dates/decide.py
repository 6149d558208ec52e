"""Decisions about dates of the next evening.

They are allowed in every phase: no date plays a card or shows one."""

from app.rooms.dates.commands import AnswerDate, DateCommand, DropDate, FixDate, ProposeDate, RemindOfDate
from app.rooms.dates.events import (
    DateAnswered,
    DateDropped,
    DateEvent,
    DateFixed,
    DatePassed,
    DateProposed,
    DateReminded,
    is_ahead,
    is_zone,
)
from app.rooms.model.changes import occupant_of
from app.rooms.model.dates import DAY_MS, ProposedDate
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.schema.bounds import MOST_ENTRIES

MOST_DATES = 6
"""Most proposals at a time."""

MINUTE_MS = 60_000

NO_DATE = refuse("bad_field", "That date is no longer proposed.")

Events = tuple[DateEvent, ...]


def decide(room: Room, command: DateCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about dates."""
    match command:
        case ProposeDate():
            return propose_date(room, command, now)
        case AnswerDate():
            return answer_date(room, command, now)
        case FixDate():
            return fix_date(room, command, now)
        case DropDate():
            return drop_date(room, command, now)
        case RemindOfDate():
            return remind_of_date(room, now)


def propose_date(room: Room, command: ProposeDate, now: Millis) -> Events | Refusal:
    """Propose a date to the minute.

    A date that is there already gets the proposer's answer."""
    at = Millis(command.at // MINUTE_MS * MINUTE_MS)
    if at <= now:
        return refuse("bad_field", "That time has already passed.")
    if not is_ahead(at, now):
        return refuse("bad_field", "A date can be two years ahead at most.")
    if not is_zone(command.zone, now):
        return refuse("bad_field", "That isn't a time zone.")
    ahead = list_dates_ahead(room, now)
    for date in ahead:
        if date.at == at:
            return answer_date(room, AnswerDate(command.seat, date.number, True), now)
    if len([date for date in room.dates if date in ahead]) >= MOST_DATES or room.dates_so_far >= MOST_ENTRIES:
        return refuse("bad_field", "There are six dates already. Answer those, or take one back.")
    return (DateProposed(command.seat, room.dates_so_far + 1, at, command.zone),)


def answer_date(room: Room, command: AnswerDate, now: Millis) -> Events | Refusal:
    """Answer a date. It is fixed once everybody can come, unless another one is fixed."""
    date = _find_date(room, command.number, now)
    if date is None:
        return NO_DATE
    person = occupant_of(room, command.seat).person
    if person in (date.can if command.can_come else date.cannot):
        return ()
    answered = DateAnswered(command.seat, date.number, command.can_come)
    can = {*date.can, person}
    all_people = {room.person_of(seat) for seat in room.people()}
    is_agreed = command.can_come and len(all_people) > 1 and all_people <= can and not _has_date(room, now)
    return (answered, DateFixed(date.number)) if is_agreed else (answered,)


def fix_date(room: Room, command: FixDate, now: Millis) -> Events | Refusal:
    """Fix a proposed date, in place of one fixed before."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    date = _find_date(room, command.number, now)
    if date is None:
        return NO_DATE
    return (DateFixed(date.number, command.seat),) if date in room.dates else ()


def drop_date(room: Room, command: DropDate, now: Millis) -> Events | Refusal:
    """Take a proposal back, or call the next evening off."""
    date = _find_date(room, command.number, now)
    if date is None:
        return NO_DATE
    is_own = date in room.dates and date.by == occupant_of(room, command.seat).person
    if not is_own and command.seat not in room.hosts:
        return refuse("not_host")
    return (DateDropped(command.seat, date.number),)


def remind_of_date(room: Room, now: Millis) -> Events:
    """Record what is due of the fixed date; nothing if nothing is."""
    fixed = room.fixed_date
    if fixed is None or now < fixed.due_at:
        return ()
    number = fixed.date.number
    return (DatePassed(number),) if now >= fixed.date.at + DAY_MS else (DateReminded(number),)


def list_dates_ahead(room: Room, now: Millis) -> tuple[ProposedDate, ...]:
    """Return the dates that can still be answered, with the fixed one."""
    fixed = room.fixed_date
    known = room.dates if fixed is None or fixed.is_called_off else (*room.dates, fixed.date)
    return tuple(date for date in known if date.at > now)


def _find_date(room: Room, number: int, now: Millis) -> ProposedDate | None:
    return next((date for date in list_dates_ahead(room, now) if date.number == number), None)


def _has_date(room: Room, now: Millis) -> bool:
    fixed = room.fixed_date
    return fixed is not None and not fixed.is_called_off and fixed.date.at > now
