"""Setup of a room: opening it, choosing its options, preparing the next game."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.setup import commands, decide, events, fold

SETUP = Subject(
    commands=get_args(commands.SetupCommand),
    events=get_args(events.SetupEvent),
    decide=decide.decide,
    fold=fold.fold,
)
