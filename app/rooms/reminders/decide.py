"""Nudges: one player asks another, whom the table waits for, not to forget it.

Who may be nudged is what the nudger sees of the table: that a nudge is taken or refused tells nothing more of who has
sealed. A nudge of somebody who has is heard by nobody."""

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.reminders.commands import ReminderCommand
from app.rooms.reminders.facts import Nudged
from app.rooms.reminders.view import is_awaited

REST = Millis(60_000)
"""How long one seat may not nudge the same other seat again."""


def decide(room: Room, command: ReminderCommand, now: Millis) -> tuple[Nudged, ...] | Refusal:
    """What the room answers to a nudge."""
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
