"""One reveal of cards: as published, with all its states, and reactions to it."""

from typing import Any

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen
from engine.core.effects import Effect, Step
from engine.core.game import AnyGame
from engine.core.seats import Seat

MOST_PASSED = 3
"""Number of latest reveals for which the states are held."""


class Reveal(Frozen, frozen=True):
    """Public result of one reveal of cards, for the log, without states."""

    ask: AskNumber
    round: int
    effects: tuple[Effect, ...]
    names: tuple[str, ...] = ()
    """Names on the seats at that time. A later player of a seat did none of it."""


class RecentReveal(Frozen, frozen=True):
    """Recent reveal with all states, from which its film is made."""

    game: AnyGame
    number: int
    """Number of the game in the room."""
    ask: AskNumber
    before: Any
    """State while the choices were made."""
    steps: tuple[Step[Any], ...]
    """Effects of the reveal, each with the state right after it."""


class Reaction(Frozen, frozen=True, gc=False):
    """Reaction to a reveal of the game."""

    ask: AskNumber
    """Reveal that it is about."""
    seat: Seat
    name: str
    """Name of the player who reacted."""
    sign: str
