"""Facts: what the table votes on while a game runs.

What is said of names and fields in ``app.rooms.facts`` holds here."""

from dataclasses import dataclass

from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class VoteCast:
    """The player is for the motion (``end``, ``restart``, ``save``, ``again``), against it, or neither any longer."""

    seat: Seat
    motion: str
    is_for: bool
    is_against: bool = False
    """Whether the player voted against it; never with ``is_for``."""


@dataclass(frozen=True, slots=True)
class MotionDropped:
    """Too many players were against the motion for it to be carried: all its votes are void."""

    motion: str


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The table ended the game before its end. Its seed is public."""

    number: int


VoteForAll = VoteCast | MotionDropped | GameAborted
"""Those that everybody may know."""

VoteFact = VoteForAll
