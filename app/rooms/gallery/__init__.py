"""Gallery: watchers guess what the coming reveal shows."""

from typing import get_args

from app.rooms.gallery import commands, decide, events, fold
from app.rooms.schema.subject import Subject

GALLERY = Subject(
    commands=(commands.Guess,),
    events=get_args(events.GalleryEvent),
    decide=decide.decide,
    fold=fold.fold,
)
