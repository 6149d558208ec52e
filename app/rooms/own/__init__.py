"""Own seat of a player: its devices, return links, instructions to a stand-in."""

from typing import get_args

from app.rooms.own import commands, decide, events, fold
from app.rooms.schema.subject import Subject

OWN = Subject(
    commands=get_args(commands.OwnCommand),
    events=get_args(events.OwnEvent),
    decide=decide.decide,
    fold=fold.fold,
)
