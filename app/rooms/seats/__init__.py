"""Seating: arrivals, bots, stand-ins, leaving, swaps, removals, absence."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.seats import commands, decide, events, fold

SEATS = Subject(
    commands=get_args(commands.SeatingCommand),
    events=get_args(events.SeatingEvent),
    decide=decide.decide,
    fold=fold.fold,
)
