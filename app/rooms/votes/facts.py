"""Facts: what the table votes on while a game runs.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class VoteCast:
    """The player is for the motion (``end``, ``restart``, ``save``), or no longer."""

    seat: Seat
    motion: str
    is_for: bool


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The table ended the game before its end. Its seed is public."""

    number: int


VoteForAll = VoteCast | GameAborted
"""Those that everybody may know."""

VoteFact = VoteForAll
