"""Conditions on what is opened next: what a player may make a choice depend on that is sealed ahead (``castle 1``).

A condition is one line of text, as a choice is. It speaks of what is opened from the moment on in which it is named
until its seat is asked again, and is decided by what that seat was told then, by nothing else: no state and no hand."""

from collections.abc import Sequence
from typing import Any

from engine.core.game import AnyGame
from engine.core.happenings import Happening
from engine.core.seats import Seat


def conditions_of(game: AnyGame, view: Any) -> tuple[str, ...]:
    """The conditions that the viewer may name now; empty for a game that knows none."""
    return () if game.conditions is None else game.conditions.named(view)


def is_met(game: AnyGame, condition: str, seat: Seat, opened: Sequence[Happening]) -> bool:
    """Whether what was opened fulfils the condition, as far as the seat may know it; False for a game that knows none.
    Raises BadTextError."""
    told = [each for each in opened if each.is_for(seat)]
    return game.conditions is not None and game.conditions.holds(condition, seat, told)
