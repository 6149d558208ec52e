"""Easy bot for first evenings: well-meaning, fond of exhibiting, inattentive."""

import random

from engine.adel_verpflichtet.bot.normal import NormalBot
from engine.adel_verpflichtet.choices import Choice, Pick, Verb
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask

COOLNESS = 12.0
"""Firmness of its preference for the better card."""

DREAMS = 0.5
"""Probability of taking any card. It never forgets its exhibitions."""


class EasyBot:
    """Bot of the level ``easy``."""

    def __init__(self) -> None:
        self._awake = NormalBot(COOLNESS)

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice. Raises ValueError for the public's view, which has no hand."""
        first = ask.choices[0]
        shows = isinstance(first, Pick) and first.verb is Verb.SHOW
        is_dreaming = rng.random() < DREAMS
        if view.mine is not None and is_dreaming and not shows:
            return rng.choice(ask.choices)
        return self._awake.choose(view, ask, rng)
