"""Own seat of a player: its devices, return links, instructions to a stand-in."""

from typing import get_args

from app.rooms.player import commands, decide, events, fold
from app.rooms.schema.subject import Subject

PLAYER = Subject(
    commands=get_args(commands.PlayerCommand),
    events=get_args(events.PlayerEvent),
    decide=decide.decide,
    fold=fold.fold,
)
