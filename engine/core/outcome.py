"""How a game ended."""

from typing import NamedTuple

from engine.core.seats import Seat


class Outcome(NamedTuple):
    """Why the game ended and who stands where."""

    reason: str
    """One word of the game (``banquet``)."""
    ranking: tuple[tuple[Seat, ...], ...]
    """The seats by place, best first; seats that share a place stand together."""
