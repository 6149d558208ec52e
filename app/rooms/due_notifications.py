"""Due notifications, as pure arithmetic: to whom, and since when.

A seat's own notification goes to its player alone, so it may follow from secrets: nobody who has sealed is notified.
All read the notification of the whole table, so it follows from public facts alone."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.rooms.dates.due import is_reminder_due, list_reminded_seats
from app.rooms.model.clocks import plan_due_at
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.room import Room
from app.rooms.reminders import is_awaited, latest_nudge
from engine.core.seats import Seat

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class DueNotification:
    """Due notification, and the earliest time to send it."""

    seat: Seat | None
    """Seat that is notified; None for the whole table."""
    ask: AskNumber
    nudge: int
    """Minute of the nudge, 0 for an ask; negative for a reminder of a date.

    All nudges of one minute make one notification."""
    by: Seat | None
    """Seat that nudged."""
    at: Millis
    person: int = 0
    """Number of the notified player.

    It is 0 for an ask, unless they sat down during it."""

    @property
    def is_of_date(self) -> bool:
        """True for a reminder of a date."""
        return self.nudge < 0


def list_seat_notifications(room: Room, delay: Millis) -> tuple[DueNotification, ...]:
    """Return the notification of each asked player who has not sealed, in seat order.

    It does not matter whether they look at the table. A nudge replaces the notification that it anticipates."""
    play = room.play
    if play is None or room.phase != "playing":
        return ()
    calls = []
    for seat in play.asks:
        occupant = room.occupant(seat)
        is_person = occupant is not None and bool(occupant.holders) and occupant.played_by is None
        if not is_person or seat in play.sealed or plan_due_at(room, seat) is not None:
            continue
        person = occupant.person if occupant is not None and occupant.since == play.ask else 0
        nudge = latest_nudge(room, seat)
        if nudge is None:
            calls.append(DueNotification(seat, play.ask, 0, None, Millis(play.opened_at + delay), person))
        else:
            by, at = nudge
            calls.append(DueNotification(seat, play.ask, at // MINUTE_MS, by, at, person))
    return tuple(calls)


def find_table_notification(room: Room, here: AbstractSet[Seat], delay: Millis) -> DueNotification | None:
    """Return the notification of the whole table; None if nobody absent is awaited.

    It is due if the table waits for a player without a connected device. It uses public facts alone: if the room
    hides who has sealed, the player may have sealed already."""
    play = room.play
    if play is None or not any(is_awaited(room, seat) and seat not in here for seat in play.asks):
        return None
    return DueNotification(None, play.ask, 0, None, Millis(play.opened_at + delay))


def list_nameable_seats(room: Room) -> tuple[Seat, ...]:
    """Return the seats that a notification of the whole table may name.

    Everybody sees the table wait for them. It is empty if the room hides who has sealed."""
    play = room.play
    if play is None or (len(play.asks) > 1 and room.options.tell != "who"):
        return ()
    return tuple(seat for seat in play.asks if is_awaited(room, seat))


def list_date_notifications(room: Room, now: Millis) -> tuple[DueNotification, ...]:
    """Return the reminders of the fixed date.

    There is one for each seat, then one for the whole table. It does not matter whether anybody looks at the table."""
    fixed = room.fixed_date
    if fixed is None or fixed.reminded_ask is None or not is_reminder_due(room, now):
        return ()
    ask, minute, at = fixed.reminded_ask, -(fixed.reminded_at // MINUTE_MS), fixed.reminded_at
    reminded = list_reminded_seats(room, now)
    seats = (DueNotification(seat, ask, minute, None, at, room.person_of(seat) or 0) for seat in reminded)
    return (*seats, DueNotification(None, ask, minute, None, at))
