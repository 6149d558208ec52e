"""How often each seat should choose what, where all choose at once and think alike.

Regret matching+ on sampled profiles, with averages that weigh later rounds more: Tammelin, *Solving large imperfect
information games using CFR+* (2014), after Hart and Mas-Colell, *A simple adaptive procedure leading to correlated
equilibrium* (2000)."""

import math
import random
from collections.abc import Sequence
from itertools import product
from typing import Protocol

ROUNDS = 300
"""How often everybody chooses and regrets."""

FEWEST = 10
"""How often at least."""

SEED = 1
"""What the dice that sample the profiles begin with."""

CURIOSITY = 0.05
"""How often somebody chooses anything, so that nothing is left untried."""

NEGLIGIBLE = 1e-4
"""A profile rarer than this is not looked at."""

TEMPTED = 15.0
"""How firmly a seat is believed to prefer what is best without thinking of the others."""

Profile = tuple[int, ...]
"""The number of each seat's choice."""

Mix = Sequence[float]
"""How often each choice is made; together 1."""


class Contest(Protocol):
    """Choices that are made at once."""

    @property
    def sizes(self) -> Sequence[int]:
        """How many choices each seat has."""
        ...

    def chances(self, profile: Profile) -> Sequence[float]:
        """Every seat's chance to win the game when they choose like this."""
        ...


def equilibrium(contest: Contest, effort: float = 1.0) -> list[Mix]:
    """Each seat's mix. It is the same whenever it is asked for: profiles are sampled by dice of its own.

    ``effort``: the share of the profiles that is looked at."""
    rng = random.Random(SEED)  # noqa: S311 - it samples, and hides nothing
    regrets = [[0.0] * size for size in contest.sizes]
    sums = [[0.0] * size for size in contest.sizes]
    for number in range(1, max(FEWEST, round(ROUNDS * effort)) + 1):
        mixes = [_by_regret(each) for each in regrets]
        profile = tuple([_drawn(mix, rng) for mix in mixes])
        for seat, mix in enumerate(mixes):
            before, after = profile[:seat], profile[seat + 1 :]
            chances = [contest.chances((*before, choice, *after))[seat] for choice in range(len(mix))]
            usual = sum([share * chance for share, chance in zip(mix, chances, strict=True)])
            regret, total = regrets[seat], sums[seat]
            for choice, chance in enumerate(chances):
                regret[choice] = max(0.0, regret[choice] + chance - usual)
                total[choice] += number * mix[choice]
    return [[each / sum(total) for each in total] for total in sums]


def expected(contest: Contest, mixes: Sequence[Mix], seat: int) -> list[float]:
    """A seat's chance to win with each of its choices, when the others keep to their mixes."""
    totals = [0.0] * contest.sizes[seat]
    weight = 0.0
    rest = [[0] if other == seat else range(size) for other, size in enumerate(contest.sizes)]
    for profile in product(*rest):
        share = 1.0
        for other, choice in enumerate(profile):
            if other != seat:
                share *= mixes[other][choice]
        if share < NEGLIGIBLE:
            continue
        weight += share
        for choice in range(len(totals)):
            totals[choice] += share * contest.chances((*profile[:seat], choice, *profile[seat + 1 :]))[seat]
    return [total / weight for total in totals]


def habits(contest: Contest) -> list[Mix]:
    """What each seat is tempted to choose if it asks itself no more than what is best against others that choose
    anything."""
    anything = [[1 / size] * size for size in contest.sizes]
    return [softened(expected(contest, anything, seat), TEMPTED) for seat in range(len(contest.sizes))]


def softened(chances: Sequence[float], firmness: float) -> Mix:
    """The mix that prefers the better chances: e to ``firmness`` times as often for a chance that is better by 1."""
    best = max(chances)
    weights = [math.exp(firmness * (chance - best)) for chance in chances]
    total = sum(weights)
    return [weight / total for weight in weights]


def _by_regret(regrets: Sequence[float]) -> Mix:
    """The mix in proportion to what is regretted; anything, where nothing is."""
    total = sum(regrets)
    return [each / total for each in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def _drawn(mix: Mix, rng: random.Random) -> int:
    """One choice by its share, now and then any."""
    if rng.random() < CURIOSITY:
        return rng.randrange(len(mix))
    left = rng.random()
    for choice, share in enumerate(mix):
        left -= share
        if left < 0:
            return choice
    return len(mix) - 1
