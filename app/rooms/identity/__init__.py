"""Identity of players: the colour and the crest that they choose."""

from typing import get_args

from app.rooms.identity import commands, decide, events, fold
from app.rooms.schema.subject import Subject

IDENTITY = Subject(
    commands=(commands.IdentityCommand,),
    events=get_args(events.IdentityEvent),
    decide=decide.decide,
    fold=fold.fold,
)
