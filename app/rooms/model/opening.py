"""One opening of cards, as it is told: nothing in it is secret any more."""

from dataclasses import dataclass

from app.rooms.model.ids import AskNumber
from engine.core.happenings import Happening


@dataclass(frozen=True, slots=True)
class Opening:
    """What one opening of cards brought: kept for the log, without states."""

    ask: AskNumber
    round: int
    happenings: tuple[Happening, ...]
    names: tuple[str, ...] = ()
    """Who sat on each seat then: whoever takes a seat over has done nothing of what was done before."""
