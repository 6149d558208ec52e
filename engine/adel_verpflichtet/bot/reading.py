"""Classification of players by their past actions.

There are two sorts: players by habit (``habits.py``), and players who weigh their cards against what is usual
(``weighing.py``). Each action is compared with how often either sort does it (Bayes)."""

import math
from collections.abc import Mapping, Sequence

from engine.adel_verpflichtet.bot import past_actions as kinds
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.core.game import PastAction

AT_FIRST = 0.15
"""Prior probability that a seat weighs its cards."""

SELDOM = 0.03
"""Lower bound of an action's probability, so that one action decides little."""

SURE = 0.99
"""Upper bound of certainty, so that a change of style is soon noticed."""

FAINT = 0.1
"""Probability below which weighing is ignored, to save time."""


def weighing(past_actions: Sequence[PastAction], seats: int, habitual: UsualShares, usual: UsualShares) -> list[float]:
    """Return each seat's probability to weigh its cards; 0 if it is low.

    ``habitual`` and ``usual`` are what is played at such a table by habit, and by those who weigh."""
    tells = _tells(habitual, usual)
    most = math.log(SURE / (1 - SURE))
    odds = [math.log(AT_FIRST / (1 - AT_FIRST))] * seats
    for past_action in past_actions:
        odds[past_action.seat] = max(-most, min(most, odds[past_action.seat] + tells[past_action.what]))
    found = [1 / (1 + math.exp(-each)) for each in odds]
    return [share if share >= FAINT else 0.0 for share in found]


def _tells(habitual: UsualShares, usual: UsualShares) -> Mapping[str, float]:
    """Return the evidence of each action for weighing, as a log likelihood ratio."""
    by_habit, weighed = _often(habitual), _often(usual)
    return {what: math.log(max(SELDOM, weighed[what]) / max(SELDOM, often)) for what, often in by_habit.items()}


def _often(shares: UsualShares) -> Mapping[str, float]:
    """Return how often each action is done by seats at the location for it."""
    return {
        kinds.CASTLE: shares.castle,
        kinds.AUCTION_HOUSE: 1 - shares.castle,
        kinds.EXHIBITS: shares.exhibit,
        kinds.BURGLES: shares.burgle,
        kinds.DETECTS: 1 - shares.exhibit - shares.burgle,
        kinds.BIDS: 1 - shares.raid,
        kinds.RAIDS: shares.raid,
    }
