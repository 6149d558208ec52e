"""Screens that show the table to everybody in a room, such as a television.

A player admits a screen, and it stays while that player sits at the table. It sees what all players may know, and
never a hand. It is neither a player nor a watcher."""

from typing import get_args

from app.rooms.schema.subject import Subject
from app.rooms.screens import commands, decide, events, fold

SCREENS = Subject(
    commands=get_args(commands.ScreenCommand),
    events=get_args(events.ScreenEvent),
    decide=decide.decide,
    fold=fold.fold,
)
"""Commands and events about screens."""
