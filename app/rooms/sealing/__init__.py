"""Cards: sealing, lifting, plans, reveals."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.sealing import commands, decide, events, fold

SEALING = Subject(
    commands=get_args(commands.SealingCommand),
    events=get_args(events.SealingEvent),
    decide=decide.decide,
    fold=fold.fold,
)
