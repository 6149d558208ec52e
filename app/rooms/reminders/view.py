"""Whom the table waits for, and who was nudged for it, as all others may know it."""

from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat


def is_awaited(room: Room, seat: Seat) -> bool:
    """Whether a person is asked on the seat and has, as far as all others know, not sealed yet."""
    play, occupant = room.play, room.occupant(seat)
    if play is None or room.phase != "playing" or seat not in play.asks or play.opens_at is not None:
        return False
    is_person = occupant is not None and bool(occupant.holders) and occupant.played_by is None
    return is_person and not (seat in play.once_sealed and room.options.tell == "who")


def latest_nudge(room: Room, seat: Seat) -> tuple[Seat, Millis] | None:
    """Who nudged the seat last for what it is asked now, and when; None when nobody did or it has sealed."""
    play = room.play
    if play is None or room.phase != "playing" or seat not in play.asks or seat in play.sealed:
        return None
    nudges = [(last.at, by) for (by, whom), last in play.nudges.items() if whom == seat and last.ask == play.ask]
    if not nudges:
        return None
    at, by = max(nudges)
    return by, at
