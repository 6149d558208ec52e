"""Commands of a room's own clock: openings, deadlines, the end of asks to come back.

Each command is safe to send twice."""

from collections.abc import Iterator

from app.rooms.commands import Command, Expire, ExpireAsker, Open, UseAhead
from app.rooms.model.clocks import ahead_at, expires_at, wakes_at
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room


def is_due(room: Room, now: Millis) -> bool:
    """Whether something is to happen in the room without anybody's doing."""
    wake = wakes_at(room)
    return wake is not None and wake <= now


def due_by_clock(room: Room, now: Millis) -> Iterator[Command]:
    """The openings, deadlines and ends of asks that have come. They precede whatever else is asked at that moment."""
    if not is_due(room, now):
        return
    for asker in room.askers:
        if asker.until <= now and not asker.is_refused:
            yield ExpireAsker(asker.number)
    play = room.play
    if play is None or room.phase != "playing":
        return
    if play.opens_at is not None and play.opens_at <= now:
        yield Open(play.ask)
    for seat in play.asks:
        if ahead_at(room, seat) is not None:
            yield UseAhead(play.ask, seat)
    for seat in play.asks:
        until = expires_at(room, seat)
        if until is not None and until <= now:
            yield Expire(play.ask, seat)
