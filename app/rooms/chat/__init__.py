"""Chat: messages, phrases, reactions, watchers' chat, mutes, voice link."""

from typing import get_args

from app.rooms.chat import commands, decide, events, fold
from app.rooms.schema.subject import Subject

CHAT = Subject(
    commands=get_args(commands.TalkCommand),
    events=get_args(events.TalkEvent),
    decide=decide.decide,
    fold=fold.fold,
)
