"""How people get on with each other at a table: places, locks, removals, who is away."""

from typing import get_args

from app.rooms.model.subject import Subject
from app.rooms.table import commands, decide, facts, fold

TABLE = Subject(
    commands=get_args(commands.TableCommand),
    of_seats=get_args(commands.TableOfSeat),
    for_all=get_args(facts.TableForAll),
    for_seat=(),
    decide=decide.decide,
    fold=fold.fold,
)
