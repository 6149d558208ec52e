"""Dates of the next evening: proposed, answered, fixed, remembered."""

from typing import get_args

from app.rooms.dates import commands, decide, events, fold
from app.rooms.schema.subject import Subject

DATES = Subject(
    commands=get_args(commands.DateCommand),
    events=get_args(events.DateEvent),
    decide=decide.decide,
    fold=fold.fold,
)
