"""Conditions on the next reveals, for choices planned in advance.

A condition is one line of text, as a choice is (``castle 1``). It speaks of the reveals from the moment it is named
until its seat is asked again. Only what that seat may know of them decides it: no state and no hand."""

from collections.abc import Sequence
from typing import Any

from engine.core.effects import Effect
from engine.core.game import AnyGame
from engine.core.seats import Seat


def conditions_of(game: AnyGame, view: Any) -> tuple[str, ...]:
    """Return the conditions that the viewer may name now.

    Empty for a game without conditions."""
    return () if game.conditions is None else game.conditions.named(view)


def is_met(game: AnyGame, condition: str, seat: Seat, revealed: Sequence[Effect]) -> bool:
    """Return whether the revealed effects fulfil the condition.

    Only effects that the seat may know count. False for a game without conditions. Raises BadTextError."""
    told = [each for each in revealed if each.is_for(seat)]
    return game.conditions is not None and game.conditions.holds(condition, seat, told)
