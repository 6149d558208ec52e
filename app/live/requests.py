"""What a connection asks of a room, and the answer it gets."""

from collections.abc import Callable
from dataclasses import dataclass

from app.rooms.commands import Command
from app.rooms.ids import CommandKey, Digest
from app.rooms.refusals import Refusal
from engine.core.seats import Seat

NO_SEAT = Seat(-1)
"""Handed to ``make`` for commands that need no seat."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command on its way: it is made once the asker's seat is known, which only the room's host can tell."""

    make: Callable[[Seat], Command]
    holder: Digest | None
    """SHA-256 of the token shown; None for a command that needs no seat."""
    id: str | None = None
    """The client's id: the same id from the same holder is answered twice and applied once."""
    body: Digest | None = None
    """SHA-256 over the canonical message without its id."""

    @property
    def key(self) -> CommandKey | None:
        """The command's identity in its room; None without an id."""
        if self.id is None or self.holder is None:
            return None
        return CommandKey(f"{self.holder[:16]}:{self.id}")


@dataclass(frozen=True, slots=True)
class Done:
    """The command is committed."""

    version: int
    """The room's version as the asker counts it."""
    seat: Seat | None
    """The asker's seat afterwards."""


Answer = Done | Refusal
