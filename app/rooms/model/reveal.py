"""One reveal of cards: as it is told, with nothing in it that is secret any more; and with the states it went
through."""

from typing import Any

from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen
from engine.core.effects import Effect, Step
from engine.core.game import AnyGame

MOST_PASSED = 3
"""Of so many reveals, the latest, the states are kept."""


class Reveal(Frozen, frozen=True):
    """What one reveal of cards brought: kept for the log, without states."""

    ask: AskNumber
    round: int
    effects: tuple[Effect, ...]
    names: tuple[str, ...] = ()
    """Who sat on each seat then: whoever takes a seat over has done nothing of what was done before."""


class Passed(Frozen, frozen=True):
    """One of the latest reveals with all states, from which its film is made."""

    game: AnyGame
    number: int
    """Which game of the room it was in."""
    ask: AskNumber
    before: Any
    """The state while the choices were made."""
    steps: tuple[Step[Any], ...]
    """What the reveal brought, each with the state right after it."""
