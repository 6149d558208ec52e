"""Decisions about saving a room as a file."""

from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.saving.agreement import refusal
from app.rooms.saving.commands import SavingCommand
from app.rooms.saving.events import SavingEvent, TableSaved


def decide(room: Room, command: SavingCommand, now: Millis) -> tuple[SavingEvent, ...] | Refusal:
    """Decide on saving the room as a file."""
    return refusal(room, command.seat) or (TableSaved(command.seat),)
