"""Who is to be called back to the table, as pure arithmetic: whom it waits for, since when, and what others may learn
by it.

A seat's own call goes to nobody but its player, so it may follow from what only they know: nobody is called who has
sealed. The call to the whole table is read by all: it follows from what all of them see."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.rooms.model.clocks import plan_due_at
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.room import Room
from app.rooms.reminders import is_awaited, latest_nudge
from engine.core.seats import Seat

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is owed, and from when on it may go out."""

    seat: Seat | None
    """Whose; None: the whole table's."""
    ask: AskNumber
    nudge: int
    """0 for what is asked; for a nudge the minute it came in, so that a minute of nudges is one call."""
    by: Seat | None
    """Who nudged."""
    at: Millis
    person: int = 0
    """Number of the called player if they sat down during that ask, else 0."""


def calls_to_seats(room: Room, delay: Millis) -> tuple[Call, ...]:
    """What each player who is asked and has not sealed is to be called for, in seat order, whether or not they look
    at the table. A nudge takes the place of the call that it anticipates."""
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
            calls.append(Call(seat, play.ask, 0, None, Millis(play.opened_at + delay), person))
        else:
            by, at = nudge
            calls.append(Call(seat, play.ask, at // MINUTE_MS, by, at, person))
    return tuple(calls)


def call_to_table(room: Room, here: AbstractSet[Seat], delay: Millis) -> Call | None:
    """The call to the whole table: it waits for somebody who has no connected device; None when it does not.

    From what everybody sees alone: where the room does not tell who has sealed, it may be somebody who has."""
    play = room.play
    if play is None or not any(is_awaited(room, seat) and seat not in here for seat in play.asks):
        return None
    return Call(None, play.ask, 0, None, Millis(play.opened_at + delay))


def named_to_table(room: Room) -> tuple[Seat, ...]:
    """The seats that a call to the whole table may name: those that everybody sees the table wait for; none where the
    room does not tell who."""
    play = room.play
    if play is None or (len(play.asks) > 1 and room.options.tell != "who"):
        return ()
    return tuple(seat for seat in play.asks if is_awaited(room, seat))
