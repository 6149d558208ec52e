"""Who may come in: the lock, the link and the code."""

from typing import get_args

from app.rooms.admission import commands, decide, facts, fold
from app.rooms.schema.subject import Subject

ADMISSION = Subject(
    commands=get_args(commands.AdmissionCommand),
    facts=get_args(facts.AdmissionFact),
    decide=decide.decide,
    fold=fold.fold,
)
