"""Deal shared with a second table: offered, taken, opened after both games."""

from typing import get_args

from app.rooms.deals import commands, decide, events, fold
from app.rooms.schema.subject import Subject

DEALS = Subject(
    commands=get_args(commands.DealCommand),
    events=get_args(events.DealEvent),
    decide=decide.decide,
    fold=fold.fold,
)
"""Commands about a deal that two tables share."""
