"""Games of a room: beginning, pauses, extra time, end."""

from typing import get_args

from app.rooms.play import commands, decide, events, fold
from app.rooms.schema.subject import Subject

PLAY = Subject(
    commands=get_args(commands.PlayCommand),
    events=get_args(events.PlayEvent),
    decide=decide.decide,
    fold=fold.fold,
)
