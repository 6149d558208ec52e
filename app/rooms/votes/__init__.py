"""What the table votes on while a game runs."""

from typing import get_args

from app.rooms.model.subject import Subject
from app.rooms.votes import commands, decide, facts, fold

VOTES = Subject(
    commands=(commands.VoteCommand,),
    for_all=get_args(facts.VoteForAll),
    for_seat=(),
    decide=decide.decide,
    fold=fold.fold,
)
