"""Conditions on what is opened next: what a player may make a choice depend on that is sealed ahead (``castle 1``).

A condition is one line of text, as a choice is. It speaks of what is opened from the moment on in which it is named
until its seat is asked again, and is decided by what that seat was told then, by nothing else: no state and no hand. A
game that knows conditions has both members; one without needs nothing."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from engine.core.game import Game
from engine.core.happenings import Happening
from engine.core.seats import Seat


@runtime_checkable
class Foreseeing(Protocol):
    """A game that knows conditions."""

    def conditions(self, view: Any) -> tuple[str, ...]:
        """Those that the viewer may name now, each once; empty for the public. Made of what everybody may see."""
        ...

    def holds(self, condition: str, seat: Seat, told: Sequence[Happening]) -> bool:
        """Whether what was opened fulfils the condition that the seat named; where nothing in it speaks of the matter,
        it does not. ``told`` is in order, and holds nothing that the seat may not know. Raises BadText for a text that
        is no condition of the game."""
        ...


def conditions_of(game: Game[Any, Any, Any], view: Any) -> tuple[str, ...]:
    """The conditions that the viewer may name now; empty for a game that knows none."""
    return game.conditions(view) if isinstance(game, Foreseeing) else ()


def is_met(game: Game[Any, Any, Any], condition: str, seat: Seat, opened: Sequence[Happening]) -> bool:
    """Whether what was opened fulfils the condition, as far as the seat may know it; False for a game that knows none.
    Raises BadText."""
    told = [each for each in opened if each.is_for(seat)]
    return isinstance(game, Foreseeing) and game.holds(condition, seat, told)
