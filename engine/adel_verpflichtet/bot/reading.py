"""Who plays how: told by what each seat has done so far.

Two sorts of players are told apart: those who play by habit (``habits.py``), and those who weigh their cards against
what is usually played (``weighing.py``). Each deed is held against how often either sort does it (Bayes)."""

import math
from collections.abc import Mapping, Sequence

from engine.adel_verpflichtet.bot import deeds as kinds
from engine.adel_verpflichtet.bot.model.usual import Usual
from engine.core.game import Deed

AT_FIRST = 0.15
"""How likely a seat is believed to weigh its cards before it has done anything."""

SELDOM = 0.03
"""Nothing is rarer than that with either sort: nobody is judged by one deed."""

SURE = 0.99
"""How sure one may be of it: whoever changes their ways is noticed within some rounds."""

FAINT = 0.1
"""What is less likely is left out: it would be thought through for nothing."""


def weighing(deeds: Sequence[Deed], seats: int, habitual: Usual, usual: Usual) -> list[float]:
    """How likely each seat is one that weighs its cards; 0 where that is unlikely. ``habitual`` and ``usual`` are what
    is played at such a table by habit, and by those who weigh."""
    tells = _tells(habitual, usual)
    most = math.log(SURE / (1 - SURE))
    odds = [math.log(AT_FIRST / (1 - AT_FIRST))] * seats
    for deed in deeds:
        odds[deed.seat] = max(-most, min(most, odds[deed.seat] + tells[deed.what]))
    found = [1 / (1 + math.exp(-each)) for each in odds]
    return [share if share >= FAINT else 0.0 for share in found]


def _tells(habitual: Usual, usual: Usual) -> Mapping[str, float]:
    """How much each deed speaks for weighing: the logarithm of how many times as often it is done then."""
    by_habit, weighed = _often(habitual), _often(usual)
    return {what: math.log(max(SELDOM, weighed[what]) / max(SELDOM, often)) for what, often in by_habit.items()}


def _often(shares: Usual) -> Mapping[str, float]:
    """How often each deed is done by who is at the place where it can be."""
    return {
        kinds.CASTLE: shares.castle,
        kinds.AUCTION_HOUSE: 1 - shares.castle,
        kinds.EXHIBITS: shares.exhibit,
        kinds.BURGLES: shares.burgle,
        kinds.DETECTS: 1 - shares.exhibit - shares.burgle,
        kinds.BIDS: 1 - shares.raid,
        kinds.RAIDS: shares.raid,
    }
