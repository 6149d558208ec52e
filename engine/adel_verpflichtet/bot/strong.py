"""Strong bot: searches the coming round for all seats, and plays a mixed strategy.

It learns from their actions how the others play. It reads its seat's view, its ask and the actions so far, nothing
else. Its randomness comes from the dice it is lent."""

import copy
import random
from collections.abc import Callable, Sequence

from engine.adel_verpflichtet.bot.model.weights import Weights, learnt
from engine.adel_verpflichtet.bot.picks import weigh_picks
from engine.adel_verpflichtet.bot.regrets import draw
from engine.adel_verpflichtet.bot.search import search
from engine.adel_verpflichtet.choices import Choice, Pick
from engine.adel_verpflichtet.view_types import TableView
from engine.core.asks import Ask
from engine.core.game import PastAction

RARE = 0.05
"""Least probability of a choice that is kept in the mix.

Rarer ones are mostly errors of a short search."""

DEALS = 8
"""Number of deals over which a pick of objects is valued."""


class StrongBot:
    """Bot of the level ``strong``."""

    cheaper = "normal"

    def __init__(self, weights: Callable[[], Weights] = learnt) -> None:
        self.effort = 1.0
        """Share of the rounds that is searched; with less it plays worse, and as legally."""
        self._weights = weights
        self._past_actions: Sequence[PastAction] = ()

    def with_past_actions(self, past_actions: Sequence[PastAction]) -> "StrongBot":
        """Return the same bot with these actions."""
        bot = copy.copy(self)
        bot._past_actions = past_actions
        return bot

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice. Raises ValueError for the public's view, which has no hand."""
        mine = view.mine
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices, weights = ask.choices, self._weights()
        if len(choices) == 1:
            return choices[0]
        picks = [choice for choice in choices if isinstance(choice, Pick)]
        if picks:
            chances = weigh_picks(view, mine, picks, weights.prospects_at(view), rng, DEALS)
            return picks[chances.index(max(chances))]
        found = search(view, mine, ask, weights, rng, self._past_actions, self.effort)
        mix = self.leaning(choices, found.mix, found.chances)
        kept = [share if share >= RARE else 0.0 for share in mix]
        likely = kept if any(kept) else mix
        return choices[draw(range(len(choices)), likely, rng.random() * sum(likely))]

    def leaning(self, choices: Sequence[Choice], mix: Sequence[float], chances: Sequence[float]) -> Sequence[float]:
        """Return the mix with the bot's leanings; a plain bot has none."""
        return mix
