"""A player that takes any listed choice, each as likely as the next."""

import random
from typing import TypeVar

from engine.core.asks import Ask

C = TypeVar("C")


class RandomBot:
    """The bot to be beaten; it plays every game."""

    def choose(self, view: object, ask: Ask[C], rng: random.Random) -> C:
        """Any of ``ask.choices``; the view is not looked at."""
        return rng.choice(ask.choices)
