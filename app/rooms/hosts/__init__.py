"""Who may set up the table."""

from typing import get_args

from app.rooms.hosts import commands, decide, facts, fold
from app.rooms.schema.subject import Subject

HOSTS = Subject(
    commands=get_args(commands.HostCommand),
    facts=get_args(facts.HostFact),
    decide=decide.decide,
    fold=fold.fold,
)
