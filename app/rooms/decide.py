"""What a room answers to a command: events to be journaled, or a refusal that changes nothing. Pure: the clock is an
argument. Each command goes to the ``decide`` of the subject that lists it."""

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.budget.bounds import has_space_for_game
from app.rooms.fold import FOLDS
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.schema.command import FromSeat
from app.rooms.setup.decide import open_room
from app.rooms.subjects import SUBJECTS
from app.rooms.votes import recount

Events = tuple[e.Event, ...]
"""What is to be journaled, in order; empty when the command is right and there is nothing to change."""

DECISIONS = {kind: subject.decide for subject in SUBJECTS for kind in subject.commands}
"""What decides on each kind of command."""


def decide(room: Room | None, command: c.Command, now: Millis) -> Events | Refusal:
    """The events the command brings about in the room at that moment, or why it is refused."""
    if room is None:
        return open_room(command) if isinstance(command, c.OpenRoom) else refuse("no_such_room")
    if isinstance(command, FromSeat) and not room.is_held(command.seat):
        return refuse("no_seat")
    events = DECISIONS[type(command)](room, command, now)
    if isinstance(events, Refusal) or not any(type(event) in _CHANGE_PEOPLE for event in events):
        return events
    return (*events, *_recount(room, command, events, now))


_CHANGE_PEOPLE = frozenset({e.SeatTaken, e.SeatLeft, e.SeatRemoved})


def _recount(room: Room, command: c.Command, events: Events, now: Millis) -> Events:
    """What the open votes decide once these events have changed who sits at the table."""
    if not any(room.votes.values()):
        return ()
    for event in events:
        room = FOLDS[type(event)](room, event, now)
    # whoever leaves is never refused for lack of space: then no game begins by it
    if isinstance(command, c.Leave | c.Remove) and has_space_for_game(room):
        return recount(room, command.seed, command.edition)
    return recount(room, "", None)
