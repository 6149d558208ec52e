"""What a room's own clock sends: openings and deadlines. Each command is safe to send twice."""

from collections.abc import Iterator

from app.rooms.commands import Command, Expire, Open, UseAhead
from app.rooms.model.clocks import ahead_at, expires_at, wakes_at
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room


def is_due(room: Room, now: Millis) -> bool:
    """Whether something is to happen in the room without anybody's doing."""
    wake = wakes_at(room)
    return wake is not None and wake <= now


def due_by_clock(room: Room, now: Millis) -> Iterator[Command]:
    """The openings and deadlines that have come. They precede whatever else is asked at that moment."""
    play = room.play
    if play is None or not is_due(room, now):
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
