"""Commands of a room's own clock: reveals, deadlines, expired requests.

Each command is safe to send twice."""

from collections.abc import Iterator

from app.rooms.commands import Command, Expire, ExpireAsker, RevealCards, UsePlan
from app.rooms.model.clocks import expires_at, plan_due_at
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room


def due_by_clock(room: Room, now: Millis) -> Iterator[Command]:
    """Yield the commands that are due. They come before all others at that moment."""
    for asker in room.askers:
        if asker.until <= now and not asker.is_refused:
            yield ExpireAsker(asker.number)
    play = room.play
    if play is None or room.phase != "playing":
        return
    if play.reveal_at is not None and play.reveal_at <= now:
        yield RevealCards(play.ask)
    for seat in play.asks:
        at = plan_due_at(room, seat)
        if at is not None and at <= now:
            yield UsePlan(play.ask, seat)
    for seat in play.asks:
        until = expires_at(room, seat)
        if until is not None and until <= now:
            yield Expire(play.ask, seat)
