"""Who sits where: sitting down, bots, stand-ins, leaving, places changed, removals, who is away."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.seats import commands, decide, facts, fold

SEATS = Subject(
    commands=get_args(commands.SeatingCommand),
    facts=get_args(facts.SeatingFact),
    decide=decide.decide,
    fold=fold.fold,
)
