"""Who may set up the table."""

from typing import get_args

from app.rooms.hosts import commands, decide, facts, fold
from app.rooms.model.subject import Subject

HOSTS = Subject(
    commands=get_args(commands.HostCommand),
    for_all=get_args(facts.HostForAll),
    for_seat=(),
    decide=decide.decide,
    fold=fold.fold,
)
