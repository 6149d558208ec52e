"""What is a player's own: the devices that hold the seat, the links that bring one more, and instructions for who
plays in their place."""

from typing import get_args

from app.rooms.own import commands, decide, events, fold
from app.rooms.schema.subject import Subject

OWN = Subject(
    commands=get_args(commands.OwnCommand),
    events=get_args(events.OwnEvent),
    decide=decide.decide,
    fold=fold.fold,
)
