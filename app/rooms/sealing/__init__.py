"""Cards: sealed, lifted, said ahead, opened."""

from typing import get_args

from app.rooms.model.subject import Subject
from app.rooms.sealing import commands, decide, facts, fold

SEALING = Subject(
    commands=get_args(commands.SealingCommand),
    for_all=get_args(facts.SealingForAll),
    for_seat=get_args(facts.SealingForSeat),
    decide=decide.decide,
    fold=fold.fold,
)
