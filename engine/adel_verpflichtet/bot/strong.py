"""The strongest opponent: it thinks the round ahead through, for itself and for everybody else, and plays a mix that is
hard to read. It learns from what the others do how each of them plays.

It reads its seat's view, its ask and what everybody did so far, nothing else; chance comes from the dice it is lent."""

import copy
import random
from collections.abc import Callable, Sequence

from engine.adel_verpflichtet.bot.model.weights import Weights, learnt
from engine.adel_verpflichtet.bot.picks import weighed
from engine.adel_verpflichtet.bot.regrets import drawn
from engine.adel_verpflichtet.bot.search import searched
from engine.adel_verpflichtet.choices import Choice, Pick
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask
from engine.core.game import Deed

RARE = 0.05
"""Choices that the mix takes less often than this are left out: so rare ones are mostly mistakes of a short search."""

DEALS = 8
"""Over how many deals a pick of objects is weighed."""


class StrongBot:
    """The bot of the level ``strong``."""

    cheaper = "normal"

    def __init__(self, weights: Callable[[], Weights] = learnt) -> None:
        self.effort = 1.0
        """The share of the rounds it thinks through; with less it plays worse, and as legally."""
        self._weights = weights
        self._deeds: Sequence[Deed] = ()

    def knowing(self, deeds: Sequence[Deed]) -> "StrongBot":
        """The same bot as one that knows of these deeds."""
        bot = copy.copy(self)
        bot._deeds = deeds
        return bot

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask. Raises ValueError for the public's view: it has no hand."""
        mine = view.mine
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices, weights = ask.choices, self._weights()
        if len(choices) == 1:
            return choices[0]
        picks = [choice for choice in choices if isinstance(choice, Pick)]
        if picks:
            chances = weighed(view, mine, picks, weights.prospects_at(view), rng, DEALS)
            return picks[chances.index(max(chances))]
        found = searched(view, mine, ask, weights, rng, self._deeds, self.effort)
        mix = self.leaning(choices, found.mix, found.chances)
        kept = [share if share >= RARE else 0.0 for share in mix]
        likely = kept if any(kept) else mix
        return choices[drawn(range(len(choices)), likely, rng.random() * sum(likely))]

    def leaning(self, choices: Sequence[Choice], mix: Sequence[float], chances: Sequence[float]) -> Sequence[float]:
        """The mix as this bot has it: a plain one as it was found."""
        return mix
