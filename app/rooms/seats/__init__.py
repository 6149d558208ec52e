"""Who sits where: sitting down, bots, stand-ins, leaving, places changed, removals, who is away."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.seats import commands, decide, events, fold

SEATS = Subject(
    commands=get_args(commands.SeatingCommand),
    events=get_args(events.SeatingEvent),
    decide=decide.decide,
    fold=fold.fold,
)
