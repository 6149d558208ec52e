"""Check of choices that every game makes before it resolves them."""

from collections.abc import Mapping
from typing import TypeVar

from engine.core.asks import Ask
from engine.core.errors import GameOverError, IllegalChoiceError, NotAskedError
from engine.core.seats import Seat

C = TypeVar("C")


def check_choices(asks: Mapping[Seat, Ask[C]], choices: Mapping[Seat, C]) -> None:
    """Check that exactly the asked seats chose, and that every choice is legal.

    Raises GameOverError if nobody is asked, NotAskedError if seats differ, and IllegalChoiceError."""
    if not asks:
        raise GameOverError("the game has ended")
    if asks.keys() != choices.keys():
        raise NotAskedError(f"choices of the seats {sorted(asks)} are due, not of {sorted(choices)}")
    for seat, choice in choices.items():
        if choice not in asks[seat]:
            raise IllegalChoiceError(f"seat {seat} may not choose {choice!r}")
