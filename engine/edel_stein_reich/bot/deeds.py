"""Public choices of the game so far, for bots that learn how each player plays.

A deed is an action that a seat chose, or a guess."""

from collections.abc import Iterable, Iterator

from engine.core.effects import Effect
from engine.core.game import Deed
from engine.core.seats import Seat

GUESSES = "guesses_"
"""Prefix of a guessed action in a deed (E10.3). A chosen action has no prefix."""


def deeds(effects: Iterable[Effect]) -> tuple[Deed, ...]:
    """Return the actions (E3.2) and guesses (E10.3) that these effects revealed."""
    return tuple(deed for effect in effects for deed in _deeds(effect))


def _deeds(told: Effect) -> Iterator[Deed]:
    if told.kind == "actions_open":
        for seat, action in zip(_list(told, "seats"), _list(told, "actions"), strict=True):
            yield Deed(told.round, Seat(int(seat)), str(action))
    elif told.seat is not None and told.kind == "sealed_opens":
        yield Deed(told.round, told.seat, str(told.detail("action")))
    elif told.seat is not None and told.kind in ("guesses_wrong", "guesses_right"):
        yield Deed(told.round, told.seat, f"{GUESSES}{told.detail('guess')}")


def _list(told: Effect, name: str) -> tuple[int | str, ...]:
    listed = told.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
