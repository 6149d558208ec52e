"""Subject of a room: one part of its behaviour, as the room needs to know it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room


@dataclass(frozen=True, slots=True)
class Subject:
    """Subject: its commands, events, decisions and fold.

    No command or event belongs to two."""

    commands: tuple[type, ...]
    events: tuple[type, ...]
    decide: Callable[[Room, Any, Millis], tuple[Any, ...] | Refusal]
    """Decision on a command at that moment.

    It gives a refusal or events, also of other subjects."""
    fold: Callable[[Room, Any, Millis], Room]
    """Fold of an event of that moment into the room. Raises BrokenJournalError."""
