"""Reminders of a fixed date, as pure arithmetic: to whom, and for how long."""

from app.rooms.model.dates import HOUR_MS
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat

FRESH_MS = HOUR_MS
"""Time after which a reminder that nobody could send is not sent any more."""


def is_reminder_due(room: Room, now: Millis) -> bool:
    """Return whether the table is to be reminded of its date now."""
    fixed = room.fixed_date
    if fixed is None or fixed.is_called_off or fixed.reminded_ask is None:
        return False
    return now < min(fixed.reminded_at + FRESH_MS, fixed.date.at)


def list_reminded_seats(room: Room, now: Millis) -> tuple[Seat, ...]:
    """Return the seats whose players are to be reminded now.

    Those who said that they cannot come are left out."""
    if room.fixed_date is None or not is_reminder_due(room, now):
        return ()
    cannot = room.fixed_date.date.cannot
    return tuple(seat for seat in room.people() if room.person_of(seat) not in cannot)
