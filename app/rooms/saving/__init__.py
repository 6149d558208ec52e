"""Taking a room as a file."""

from typing import get_args

from app.rooms.saving import commands, decide, facts, fold
from app.rooms.schema.subject import Subject

SAVING = Subject(
    commands=(commands.SavingCommand,),
    facts=get_args(facts.SavingFact),
    decide=decide.decide,
    fold=fold.fold,
)
