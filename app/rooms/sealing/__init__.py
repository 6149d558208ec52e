"""Cards: sealed, lifted, said ahead, opened."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.sealing import commands, decide, facts, fold

SEALING = Subject(
    commands=get_args(commands.SealingCommand),
    facts=get_args(facts.SealingFact),
    decide=decide.decide,
    fold=fold.fold,
)
