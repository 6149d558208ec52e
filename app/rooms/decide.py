"""What a room answers to a command: facts to be journaled, or a refusal that changes nothing. Pure: the clock is an
argument. Each command goes to the ``decide`` of the subject that lists it."""

from typing import cast

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.setup.decide import open_room
from app.rooms.subjects import SUBJECTS

Facts = tuple[f.Fact, ...]
"""What is to be journaled, in order; empty when the command is right and there is nothing to change."""

DECISIONS = {kind: subject.decide for subject in SUBJECTS for kind in subject.commands}
"""What decides on each kind of command."""

_OF_SEATS = frozenset(kind for subject in SUBJECTS for kind in subject.of_seats)


def decide(room: Room | None, command: c.Command, now: Millis) -> Facts | Refusal:
    """The facts the command brings about in the room at that moment, or why it is refused."""
    if room is None:
        return open_room(command) if isinstance(command, c.OpenRoom) else refuse("no_such_room")
    if type(command) in _OF_SEATS and not room.is_held(cast(c.FromSeat, command).seat):
        return refuse("no_seat")
    return DECISIONS[type(command)](room, command, now)
