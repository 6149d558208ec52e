"""Nudges: how players remind those whom the table waits for."""

from app.rooms.model.changes import BrokenJournalError, running
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.play import Nudge as LastNudge
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.schema.command import FromSeat, Target
from app.rooms.schema.event import UNTOLD, event
from app.rooms.schema.subject import Subject
from engine.core.seats import Seat

__all__ = ["Nudge", "Nudged", "ReminderCommand", "ReminderEvent"]
"""Commands and events about nudges."""


class Nudge(FromSeat, frozen=True, tag="nudge"):
    """Nudge the target, which the table waits for."""

    target: Target


ReminderCommand = Nudge


@event(record=UNTOLD, for_seat=True)
class Nudged:
    """A seat that the table waits for was nudged."""

    ask: AskNumber
    seat: Seat
    by: Seat


ReminderEvent = Nudged

REST = Millis(60_000)
"""Time until a seat may nudge the same other seat again."""


def decide(room: Room, command: ReminderCommand, now: Millis) -> tuple[Nudged, ...] | Refusal:
    """Decide on a nudge."""
    play = room.play
    if play is None or room.phase == "lobby":
        return refuse("not_begun")
    if room.phase == "finished":
        return refuse("game_over")
    if room.phase == "paused":
        return refuse("paused")
    if command.target == command.seat or not is_awaited(room, command.target):
        return refuse("bad_field", "Nobody is waiting for that player.")
    last = play.nudges.get((command.seat, command.target))
    if last is not None and now - last.at < REST:
        return refuse("too_fast", "You've just nudged them. Give them a minute.")
    return (Nudged(play.ask, command.target, command.seat),)


def fold(room: Room, event: ReminderEvent, at: Millis) -> Room:
    """Return the room after a nudge. Raises BrokenJournalError."""
    play = running(room)
    if event.ask != play.ask:
        raise BrokenJournalError(f"ask {event.ask} came while {play.ask} was open")
    return replace(room, play=replace(play, nudges={**play.nudges, (event.by, event.seat): LastNudge(event.ask, at)}))


def is_awaited(room: Room, seat: Seat) -> bool:
    """Return whether a person is asked and, as far as others know, has not sealed."""
    play, occupant = room.play, room.occupant(seat)
    if play is None or room.phase != "playing" or seat not in play.asks or play.reveal_at is not None:
        return False
    is_person = occupant is not None and bool(occupant.holders) and occupant.played_by is None
    return is_person and not (seat in play.once_sealed and room.options.tell == "who")


def latest_nudge(room: Room, seat: Seat) -> tuple[Seat, Millis] | None:
    """Return who last nudged the seat for the present ask, and when.

    None if nobody did, or if the seat has sealed."""
    play = room.play
    if play is None or room.phase != "playing" or seat not in play.asks or seat in play.sealed:
        return None
    nudges = [(last.at, by) for (by, whom), last in play.nudges.items() if whom == seat and last.ask == play.ask]
    if not nudges:
        return None
    at, by = max(nudges)
    return by, at


REMINDERS = Subject(commands=(ReminderCommand,), events=(ReminderEvent,), decide=decide, fold=fold)
