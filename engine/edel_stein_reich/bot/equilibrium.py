"""Approximate equilibrium of simultaneous choices.

Regret matching+ on sampled profiles, with averages that weigh later rounds more: Tammelin, *Solving large imperfect
information games using CFR+* (2014), after Hart and Mas-Colell, *A simple adaptive procedure leading to correlated
equilibrium* (2000)."""

import math
import random
from collections.abc import Sequence
from itertools import product
from typing import Protocol

ROUNDS = 300
"""Number of iterations at full effort."""

FEWEST = 10
"""Lowest number of iterations."""

SEED = 1
"""Seed of the generator that samples profiles."""

CURIOSITY = 0.05
"""Share of random choices, so that every choice is tried."""

NEGLIGIBLE = 1e-4
"""A profile rarer than this is not looked at."""

TEMPTED = 15.0
"""Firmness with which a seat prefers its best choice, regardless of the others."""

Profile = tuple[int, ...]
"""The number of each seat's choice."""

Mix = Sequence[float]
"""Probability of each choice; together 1."""


class Contest(Protocol):
    """Choices that are made at once."""

    @property
    def sizes(self) -> Sequence[int]:
        """Number of choices of each seat."""
        ...

    def chances(self, profile: Profile) -> Sequence[float]:
        """Return every seat's chance to win if they choose this profile."""
        ...


def equilibrium(contest: Contest, effort: float = 1.0) -> list[Mix]:
    """Return each seat's mix.

    It is deterministic: profiles are sampled by a fixed seed. ``effort`` is the share of the usual iterations."""
    rng = random.Random(SEED)  # noqa: S311 - it samples, and hides nothing
    regrets = [[0.0] * size for size in contest.sizes]
    sums = [[0.0] * size for size in contest.sizes]
    for number in range(1, max(FEWEST, round(ROUNDS * effort)) + 1):
        mixes = [_match_regrets(each) for each in regrets]
        profile = tuple([_draw(mix, rng) for mix in mixes])
        for seat, mix in enumerate(mixes):
            before, after = profile[:seat], profile[seat + 1 :]
            chances = [contest.chances((*before, choice, *after))[seat] for choice in range(len(mix))]
            usual = sum([share * chance for share, chance in zip(mix, chances, strict=True)])
            regret, total = regrets[seat], sums[seat]
            for choice, chance in enumerate(chances):
                regret[choice] = max(0.0, regret[choice] + chance - usual)
                total[choice] += number * mix[choice]
    return [[each / sum(total) for each in total] for total in sums]


def evaluate_choices(contest: Contest, mixes: Sequence[Mix], seat: int) -> list[float]:
    """Return a seat's chance to win by each of its choices, given the others' mixes."""
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
    """Return each seat's mix if it expects the others to choose at random."""
    anything = [[1 / size] * size for size in contest.sizes]
    return [soften(evaluate_choices(contest, anything, seat), TEMPTED) for seat in range(len(contest.sizes))]


def soften(chances: Sequence[float], firmness: float) -> Mix:
    """Return the mix that prefers the better chances.

    A chance that is better by 1 is chosen e to ``firmness`` times as often."""
    best = max(chances)
    weights = [math.exp(firmness * (chance - best)) for chance in chances]
    total = sum(weights)
    return [weight / total for weight in weights]


def _match_regrets(regrets: Sequence[float]) -> Mix:
    """Return the mix in proportion to the regrets; uniform if there are none."""
    total = sum(regrets)
    return [each / total for each in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def _draw(mix: Mix, rng: random.Random) -> int:
    """Draw a choice by its share, sometimes a random one."""
    if rng.random() < CURIOSITY:
        return rng.randrange(len(mix))
    left = rng.random()
    for choice, share in enumerate(mix):
        left -= share
        if left < 0:
            return choice
    return len(mix) - 1
