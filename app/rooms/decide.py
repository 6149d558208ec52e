"""What a room answers to a command: facts to be journaled, or a refusal that changes nothing. Pure: the clock is an
argument.

Reading order: this file sends each command to its decision; ``decide_seats`` knows who may sit where, ``decide_table``
how people get on with each other, ``talk.decide`` what they say, ``decide_play`` how a game goes."""

from dataclasses import replace

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.model.ids import Millis
from app.rooms.model.options import RoomOptions, read_options
from app.rooms.model.refusals import Refusal, bad_field, refuse
from app.rooms.model.room import Room
from app.rooms.own.decide import decide_own
from app.rooms.play.decide import decide_play
from app.rooms.reminders.nudges import nudge
from app.rooms.seats.decide import decide_seats, open_room
from app.rooms.table.decide import decide_table
from app.rooms.talk.decide import decide_talk
from engine.core.errors import BadOptions

LEAST_TIME = Millis(10_000)
"""What a clock that is set anew in a running game leaves everybody at least."""

Facts = tuple[f.Fact, ...]
"""What is to be journaled, in order; empty when the command is right and there is nothing to change."""


def decide(room: Room | None, command: c.Command, now: Millis) -> Facts | Refusal:
    """The facts the command brings about in the room at that moment, or why it is refused."""
    if room is None:
        return open_room(command) if isinstance(command, c.OpenRoom) else refuse("no_such_room")
    if isinstance(command, c.FromSeat) and not room.is_held(command.seat):
        return refuse("no_seat")
    match command:
        case c.OpenRoom():
            return refuse("no_such_room")
        case c.ChooseOptions():
            return _choose_options(room, command)
        case c.Nudge():
            return nudge(room, command, now)
    if isinstance(command, c.TalkCommand):
        return decide_talk(room, command)
    if isinstance(command, c.SeatCommand):
        return decide_seats(room, command, now)
    if isinstance(command, c.OwnCommand):
        return decide_own(room, command, now)
    if isinstance(command, c.TableCommand):
        return decide_table(room, command)
    return decide_play(room, command, now)


def _choose_options(room: Room, command: c.ChooseOptions) -> Facts | Refusal:
    if command.seat not in room.hosts:
        return refuse("not_host")
    try:
        options = read_options(room.game.options, command.options, room.options)
    except BadOptions as error:
        return bad_field(error)
    if room.phase in ("playing", "paused") and not _is_fair_now(room.options, options):
        return refuse("already_begun")
    return (f.OptionsChanged(options.plain()),) if options != room.options else ()


def _is_fair_now(old: RoomOptions, new: RoomOptions) -> bool:
    """Whether nothing differs but what may change during a game: the clock, how long the table waits, and whether
    watchers talk. A clock set anew leaves everybody the time to look up; else whoever sets it could have it strike at
    once."""
    clock = new.clock
    strikes_at_once = clock != old.clock and clock.mode != "off" and clock.per_ask + clock.bank < LEAST_TIME
    fair = replace(old, clock=clock, grace=new.grace, bot_pace=new.bot_pace, watchers_talk=new.watchers_talk)
    return not strikes_at_once and new == fair
