"""What the table votes on while a game runs."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.votes import commands, decide, facts, fold

VOTES = Subject(
    commands=(commands.VoteCommand,),
    facts=get_args(facts.VoteFact),
    decide=decide.decide,
    fold=fold.fold,
)
