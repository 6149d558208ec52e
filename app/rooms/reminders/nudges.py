"""Nudges: one player asks another, whom the table waits for, not to forget it.

Who may be nudged is what the nudger sees of the table: that a nudge is taken or refused tells nothing more of who has
sealed. A nudge of somebody who has is heard by nobody."""

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from engine.core.seats import Seat

REST = Millis(60_000)
"""How long one seat may not nudge the same other seat again."""


def nudge(room: Room, command: c.Nudge, now: Millis) -> tuple[f.Fact, ...] | Refusal:
    """What the room answers to a nudge."""
    play = room.play
    if play is None or room.phase == "lobby":
        return refuse("not_begun")
    if room.phase == "finished":
        return refuse("game_over")
    if room.phase == "paused":
        return refuse("paused")
    if command.target == command.seat or not is_awaited(room, command.target):
        return refuse("bad_field", "The table does not wait for that seat.")
    last = play.nudges.get((command.seat, command.target))
    if last is not None and now - last.at < REST:
        return refuse("too_fast", "You have just done that. Give them a minute.")
    return (f.Nudged(play.ask, command.target, command.seat),)


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
