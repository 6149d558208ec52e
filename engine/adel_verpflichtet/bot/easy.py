"""An opponent for first evenings: it means well, likes to show what it has, and is not always with the game."""

import random

from engine.adel_verpflichtet.bot.normal import NormalBot
from engine.adel_verpflichtet.choices import Choice, Pick, Verb
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask

COOLNESS = 12.0
"""How firmly it prefers the better card."""

DREAMS = 0.5
"""How often its mind wanders: then it takes any card. It never forgets what it wanted to show."""


class EasyBot:
    """The bot of the level ``easy``."""

    def __init__(self) -> None:
        self._awake = NormalBot(COOLNESS)

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask. Raises ValueError for the public's view: it has no hand."""
        first = ask.choices[0]
        shows = isinstance(first, Pick) and first.verb is Verb.SHOW
        is_dreaming = rng.random() < DREAMS
        if view.mine is not None and is_dreaming and not shows:
            return rng.choice(ask.choices)
        return self._awake.choose(view, ask, rng)
