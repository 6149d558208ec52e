"""Whom a table waits for, and how they are reminded: nudges, and calls to come back."""

from app.rooms.model.subject import Subject
from app.rooms.reminders import commands, decide, facts, fold

REMINDERS = Subject(
    commands=(commands.ReminderCommand,),
    for_all=(),
    for_seat=(facts.ReminderForSeat,),
    decide=decide.decide,
    fold=fold.fold,
)
