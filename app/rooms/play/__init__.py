"""The games of a room: begun, rested, given time, ended."""

from typing import get_args

from app.rooms.model.subject import Subject
from app.rooms.play import commands, decide, facts, fold

PLAY = Subject(
    commands=get_args(commands.PlayCommand),
    facts=get_args(facts.PlayFact),
    decide=decide.decide,
    fold=fold.fold,
)
