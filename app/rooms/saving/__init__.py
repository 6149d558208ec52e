"""Taking a room as a file."""

from typing import get_args

from app.rooms.model.subject import Subject
from app.rooms.saving import commands, decide, facts, fold

SAVING = Subject(
    commands=(commands.SavingCommand,),
    facts=get_args(facts.SavingFact),
    decide=decide.decide,
    fold=fold.fold,
)
