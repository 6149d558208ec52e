"""Newcomer with fixed habits, who reads nothing but the choices."""

import random

from engine.core.asks import Ask
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.view_types import TableView

MOST_OFFERED = 2
"""Number of gems in its largest bid."""


class Newcomer:
    """Player that chooses among money, event and gems evenly.

    It bids as little as it can, up to two gems, and takes the open card."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Implement Bot."""
        choices = ask.choices
        if ask.kind == "bid":
            return next(
                (choice for choice in choices if isinstance(choice, Bid) and size(choice.gems) <= MOST_OFFERED),
                choices[0],
            )
        if Word.OPEN_CARD in choices:
            return Word.OPEN_CARD
        return rng.choice([choice for choice in choices if choice is not Action.FREE_CHOICE])
