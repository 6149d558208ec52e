"""What a game's own estimate says of a moment that is past: how likely each seat was to win, what each choice was worth
and how far what was chosen could be expected. It is for looking back at a game.

It rests on one seat's view of that moment alone, as a bot's choice does. What the others chose is told besides, to say
how expected it was; no chance hangs on it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engine.core.asks import Ask
from engine.core.seats import Seat

C = TypeVar("C")
V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True)
class Judgement(Generic[C]):
    """One ask, looked back at by the seat that was asked."""

    chances: Mapping[C, float]
    """The seat's chance to win the game by each choice that was looked at, its own among them."""
    expected: Mapping[Seat, float]
    """How likely that was which each seat chose, by what lies open, as far as habit and advantage tell. Empty at an
    open decision, where nobody has to be read."""


class Judge(Protocol[V_contra, C]):
    """The estimate of a game."""

    def standing(self, view: V_contra, rng: random.Random) -> Sequence[float]:
        """Every seat's chance to win the game, in seat order; together 1."""
        ...

    def judged(self, view: V_contra, ask: Ask[C], chosen: Mapping[Seat, C], rng: random.Random) -> Judgement[C]:
        """The ask of the view's seat; ``chosen`` is what all that were asked chose. Raises ValueError for the public's
        view: nobody is asked there."""
        ...
