"""Facts: what the table votes on while a game runs."""

from typing import Annotated

from app.rooms.schema.bounds import is_count, is_word
from app.rooms.schema.fact import fact
from engine.core.seats import Seat


@fact(record="seat motion is_for is_against")
class VoteCast:
    """The player is for the motion (``end``, ``restart``, ``save``, ``again``), against it, or neither any longer."""

    seat: Seat
    motion: Annotated[str, is_word]
    is_for: bool
    is_against: bool = False
    """Whether the player voted against it; never with ``is_for``."""


@fact(record="motion")
class MotionDropped:
    """Too many players were against the motion for it to be carried: all its votes are void."""

    motion: Annotated[str, is_word]


@fact(record="number")
class GameAborted:
    """The table ended the game before its end. Its seed is public."""

    number: Annotated[int, is_count]


VoteFact = VoteCast | MotionDropped | GameAborted
