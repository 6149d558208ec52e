"""Strongest opponent: it estimates every seat's chance to win, and plays by that.

Sealed choices are drawn among those that are good against others who know the game, so they cannot be predicted. At
open decisions it makes the best choice by its estimate. A bot with a character prefers what it likes, if that is
nearly as good."""

import random
from collections.abc import Mapping

from engine.core.asks import Ask, Finite
from engine.edel_stein_reich.bot.characters import Leaning
from engine.edel_stein_reich.bot.judging import judge_choices
from engine.edel_stein_reich.choices import Bid, Choice
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.view_types import TableView

HIGHER, LOWEST = 2, 24
"""Limits of the bids that are considered.

A bid may exceed the standing one by HIGHER gems, and only the LOWEST lowest bids count."""

NEARLY = 0.02
"""Largest chance to win that a bot gives up for its character."""

UNUSUAL = 0.3
"""Weight before preference of a choice that a bot without character never makes."""


class StrongBot:
    """The bot of the level ``strong`` and, with a leaning, of a character."""

    cheaper = "normal"

    def __init__(self, leaning: Leaning | None = None) -> None:
        self.leaning = leaning
        self.effort = 1.0
        """The share of the profiles it looks at; with less it plays worse, and as legally."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice for the ask.

        Raises ValueError for the public's view, which has no hand."""
        if view.mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        ask = within_reach(view, ask)
        if len(ask.choices) == 1:
            return ask.choices[0]
        found = judge_choices(view, ask, rng, self.effort)
        if self.leaning is None:
            return rng.choices(list(found.advice), list(found.advice.values()))[0]
        fond = {choice: self.leaning(view, choice) for choice in near(found.chances)}
        if not any(found.mixes):
            return max(fond, key=lambda choice: (fond[choice], found.chances[choice]))
        weights = [fondness * (found.advice[choice] + UNUSUAL) for choice, fondness in fond.items()]
        return rng.choices(list(fond), weights)[0]


def within_reach(view: TableView, ask: Ask[Choice]) -> Ask[Choice]:
    """Return the ask with only the lowest bids, few enough to evaluate."""
    bids = [choice for choice in ask.choices if isinstance(choice, Bid)]
    if not bids:
        return ask
    standing = view.negotiation.bid if view.negotiation else None
    most = (size(standing) if standing else 0) + HIGHER
    low = [bid for bid in bids if size(bid.gems) <= most][:LOWEST]
    left = tuple(choice for choice in ask.choices if not isinstance(choice, Bid) or choice in low)
    return Finite(ask.kind, left or ask.choices[:1], ask.default, complete=False)


def near(chances: Mapping[Choice, float]) -> list[Choice]:
    """Return the choices that are nearly as good as the best."""
    best = max(chances.values())
    return [choice for choice, chance in chances.items() if chance >= best - NEARLY]
