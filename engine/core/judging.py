"""Estimate of a past moment, for looking back at a game.

It says how likely each seat was to win, what each choice was worth, and how predictable the choices were. It rests on
one seat's view of that moment alone, as a bot's choice does. The others' choices are given only to say how
predictable they were; no chance depends on them."""

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
    """Estimate of one ask, as the asked seat saw it."""

    chances: Mapping[C, float]
    """Chance to win the game by each choice considered, the seat's own included."""
    expected: Mapping[Seat, float]
    """Probability of each seat's choice, by what lies open.

    It is based on habit and advantage. Empty at an open decision, where nobody has to be guessed."""


class Judge(Protocol[V_contra, C]):
    """Estimate of a game."""

    def standing(self, view: V_contra, rng: random.Random) -> Sequence[float]:
        """Return every seat's chance to win the game, in seat order; sum 1."""
        ...

    def judge_ask(self, view: V_contra, ask: Ask[C], chosen: Mapping[Seat, C], rng: random.Random) -> Judgement[C]:
        """Judge the ask of the view's seat.

        ``chosen`` holds the choices of all asked seats. Raises ValueError for the public's view, which is never
        asked."""
        ...
