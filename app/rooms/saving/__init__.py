"""Saving of a room as a file, and its return from one."""

from typing import get_args

from app.rooms.saving import commands, decide, events, fold
from app.rooms.schema.subject import Subject

SAVING = Subject(
    commands=(commands.SavingCommand,),
    events=get_args(events.SavingEvent),
    decide=decide.decide,
    fold=fold.fold,
)
