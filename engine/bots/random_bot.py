"""Bot that takes any listed choice with equal probability."""

import random
from typing import TypeVar

from engine.core.asks import Ask

C = TypeVar("C")


class RandomBot:
    """Baseline bot that plays every game."""

    def choose(self, view: object, ask: Ask[C], rng: random.Random) -> C:
        """Return any of ``ask.choices``; the view is ignored."""
        return rng.choice(ask.choices)
