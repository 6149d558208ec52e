"""How far a share of so few games can be trusted."""

from math import sqrt
from statistics import NormalDist

SURE = 0.95
"""How often the interval holds the true share."""

_Z = NormalDist().inv_cdf((1 + SURE) / 2)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval, from 0 to 1, that the true share of wins lies in (Wilson 1927, Journal of the American Statistical
    Association 22). It takes games for independent and wins for whole: of games that rotate one deal, and where first
    places are shared, it is rather too wide. Raises ValueError without games, and for wins that those do not hold."""
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{games} games do not hold {wins} wins")
    share = wins / games
    middle = share + _Z**2 / (2 * games)
    half = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    whole = 1 + _Z**2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)
