"""A subject of a room: a part of what can happen in it, with all that the room as a whole needs to know of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room


@dataclass(frozen=True, slots=True)
class Subject:
    """What a subject lists about itself. No command and no event belongs to two."""

    commands: tuple[type, ...]
    events: tuple[type, ...]
    decide: Callable[[Room, Any, Millis], tuple[Any, ...] | Refusal]
    """What the room answers to one of the commands at that moment: events, of this subject or of others, or why not."""
    fold: Callable[[Room, Any, Millis], Room]
    """The room after one of the events, which came at that moment. Raises BrokenJournalError."""
