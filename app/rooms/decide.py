"""Decisions: a command gives events for the journal, or a refusal.

Decisions are pure, so the clock is an argument. Each command goes to the ``decide`` of the subject that lists it."""

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.budget.bounds import has_space_for_game
from app.rooms.fold import FOLDS
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.play.dealing import DealSource
from app.rooms.schema.command import FromSeat
from app.rooms.setup.decide import open_room
from app.rooms.subjects import SUBJECTS
from app.rooms.votes import recount

Events = tuple[e.Event, ...]
"""Events for the journal, in order.

It is empty if the command is right and nothing changes."""

DECISIONS = {kind: subject.decide for subject in SUBJECTS for kind in subject.commands}
"""Decision function of each kind of command."""


def decide(room: Room | None, command: c.Command, now: Millis) -> Events | Refusal:
    """Return the events that the command brings about at ``now``, or its refusal."""
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
    """Return what the open votes decide after these events changed the players."""
    if not any(room.votes.values()):
        return ()
    for event in events:
        room = FOLDS[type(event)](room, event, now)
    # leaving is never refused for lack of space; instead no game begins by it
    if isinstance(command, c.Leave | c.Remove) and has_space_for_game(room):
        return recount(room, DealSource(command.seed, command.edition, command.club))
    return recount(room, DealSource("", None))
