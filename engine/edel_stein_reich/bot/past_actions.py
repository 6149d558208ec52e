"""Public choices of the game so far, for bots that learn from them.

A past action is an action that a seat chose, or a guess."""

from collections.abc import Iterable, Iterator

from engine.core.effects import Effect
from engine.core.game import PastAction
from engine.core.seats import Seat

GUESSES = "guesses_"
"""Prefix of a guessed action (E10.3). A chosen action has no prefix."""


def past_actions(effects: Iterable[Effect]) -> tuple[PastAction, ...]:
    """Return the actions (E3.2) and guesses (E10.3) that these effects revealed."""
    return tuple(past_action for effect in effects for past_action in _past_actions(effect))


def _past_actions(told: Effect) -> Iterator[PastAction]:
    if told.kind == "actions_open":
        for seat, action in zip(_list(told, "seats"), _list(told, "actions"), strict=True):
            yield PastAction(told.round, Seat(int(seat)), str(action))
    elif told.seat is not None and told.kind == "sealed_opens":
        yield PastAction(told.round, told.seat, str(told.detail("action")))
    elif told.seat is not None and told.kind in ("guesses_wrong", "guesses_right"):
        yield PastAction(told.round, told.seat, f"{GUESSES}{told.detail('guess')}")


def _list(told: Effect, name: str) -> tuple[int | str, ...]:
    listed = told.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
