"""Whom a table waits for, and how they are reminded: nudges, and calls to come back."""

from app.rooms.reminders import commands, decide, facts, fold
from app.rooms.schema.subject import Subject

REMINDERS = Subject(
    commands=(commands.ReminderCommand,),
    facts=(facts.ReminderFact,),
    decide=decide.decide,
    fold=fold.fold,
)
