"""What was done at the table, for bots that learn how everybody plays: which action each seat chose, and what was
guessed."""

from collections.abc import Iterable, Iterator

from engine.core.effects import Effect
from engine.core.game import Deed
from engine.core.seats import Seat

GUESSES = "guesses_"
"""Before the action that a seat guesses (E10.3). What a seat chooses is called as the action is."""


def deeds(effects: Iterable[Effect]) -> tuple[Deed, ...]:
    """What the seats chose, once it lies open (E3.2, E10.3), and guessed."""
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
