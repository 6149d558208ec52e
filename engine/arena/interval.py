"""Confidence interval of a share of few games."""

from math import sqrt
from statistics import NormalDist

SURE = 0.95
"""Probability that the interval holds the true share."""

_Z = NormalDist().inv_cdf((1 + SURE) / 2)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the interval of the true share of wins, from 0 to 1.

    Source: Wilson 1927, Journal of the American Statistical Association 22. It takes games for independent and wins
    for whole. So it is rather too wide if games rotate one deal or first places are shared. Raises ValueError without
    games, and if ``wins`` is not from 0 to ``games``."""
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{games} games do not hold {wins} wins")
    share = wins / games
    middle = share + _Z**2 / (2 * games)
    half = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    whole = 1 + _Z**2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)
