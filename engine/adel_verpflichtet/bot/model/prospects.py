"""Chances of each seat to win, from a table with all hands open.

A seat's score is a weighted sum of its features; the chances are a softmax over the scores. Weights depend on the
leader's progress: they are given at some ``KNOTS`` of its way and interpolated between. They come from training
(``tools/train_bots``). From the banquet on nothing is estimated: the final exhibition is held (A8.2, A8.3)."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.adel_verpflichtet.bot.model.box import Box
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.rules.ending import FINAL_MOVES

KNOTS: Final = (0.0, 0.3, 0.55, 0.75, 0.9, 1.0)
"""Progress of the leader, as a share of its way to the banquet."""

FEATURES: Final = (
    "no exhibition",
    "distance to the leader",
    "its square",
    "size of the best exhibition",
    "best of all",
    "second of all",
    "larger than the best other",
    "objects beside it",
    "cheques",
    "highest cheque",
    "no thief",
    "two thieves",
    "thief near release",
    "lead",
    "hand against the mean, by what is on sale",
    "cheques, by what is on sale",
    "size, by what is on sale",
    "five and more",
    "hand against the mean",
    "highest cheque, by what is on sale",
)
"""Features of a seat, in the order of the weights."""

STOCK: Final = 30.0
"""Objects on sale in a full auction house."""

USUAL_WAY: Final = 52
"""Way to the banquet on which a space counts as one space."""

LARGE: Final = 5
"""Number of objects from which an exhibition is large."""


MOST_KNOWN = 256
"""Number of tables whose chances are cached.

Of the cards of one deal, every third leads to the same table as another."""


class Prospects:
    """Chances at tables of one size, with one box."""

    def __init__(self, box: Box, weights: Sequence[float]) -> None:
        """Keep the ``weights``: those of all ``FEATURES`` for each of the ``KNOTS``."""
        self._box = box
        self._weights = weights
        self._by_space: dict[int, tuple[float, ...]] = {}
        self._by_stock: dict[tuple[int, int], tuple[float, ...]] = {}
        self._known: dict[tuple[object, ...], Sequence[float]] = {}
        self._space = USUAL_WAY / box.banquet

    def chances(self, position: Position) -> Sequence[float]:
        """Return each seat's chance to win; they add up to 1."""
        pawns, hands, cheques, thieves, cells, left, _ = position
        key = (tuple(pawns), tuple(hands), tuple(cheques), tuple(thieves), tuple(cells), left)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self._chances(position)
        return known

    def _chances(self, position: Position) -> list[float]:
        if max(position.pawns) >= self._box.banquet:
            return final_shares(self._box, position)
        scores = self.scores(position)
        best, exp = max(scores), math.exp
        odds = [exp(score - best) for score in scores]
        total = sum(odds)
        return [each / total for each in odds]

    def scores(self, position: Position) -> list[float]:
        """Return the weighted sum of each seat, while nobody is at the banquet."""
        pawns, hands, cheques, thieves, cells, left, _ = position
        seats = len(pawns)
        *_, second, lead = sorted(pawns)
        weights = self._by_stock.get((lead, left)) or self._weights_on(lead, left)
        none, distance, square, size, best_of_all, second_of_all, margin, beside, cheque, highest, *rest = weights
        no_thief, two_thieves, release, ahead, large, hand = rest
        space = self._space
        worths = list(map(self._box.worth_of, hands))
        counts = [hand.bit_count() for hand in hands]
        mean = sum(counts) / seats
        *_, runner_up, top = sorted(worths)
        top_size, runner_up_size = top >> 6, runner_up >> 6
        scores = []
        for seat, (pawn, worth, count, purse, thief) in enumerate(
            zip(pawns, worths, counts, cheques, thieves, strict=True)
        ):
            shown = worth >> 6
            behind = (pawn - lead) * space
            score = behind * (distance + behind * square) + shown * size + (count - shown) * beside
            score += (count - mean) * hand
            if not worth:
                score += none
            else:
                if worth == top:
                    score += best_of_all + (shown - runner_up_size) * margin
                else:
                    score += (shown - top_size) * margin
                    if worth == runner_up:
                        score += second_of_all
                if shown >= LARGE:
                    score += large
            if purse:
                score += purse.bit_count() * cheque + (purse.bit_length() - 1) * highest
            if not thief:
                score += no_thief
                waiting = [cell for cell, (_, owner) in enumerate(cells, start=1) if owner == seat]
                if waiting:
                    score += release * waiting[-1] / seats
            elif thief & (thief - 1):
                score += two_thieves
            if not behind:
                score += (lead - second) * space * ahead
            scores.append(score)
        return scores

    def _weights_on(self, lead: int, left: int) -> tuple[float, ...]:
        """Return the weights for the leader's space and the number of objects on sale.

        The weights for objects on sale are merged into the others. They are cached, since a table asks for the same
        ones repeatedly."""
        (none, distance, square, size, best_of_all, second_of_all, margin, beside, *rest) = self.weights_at(lead)
        cheque, highest, no_thief, two_thieves, release, ahead, hand_on, cheque_on, size_on, large, *last = rest
        hand, highest_on = last
        stock = left / STOCK
        if left:
            cheque += cheque_on * stock
            highest += highest_on * stock
        else:
            cheque = highest = 0.0
        size += size_on * stock
        hand += hand_on * stock
        found = self._by_stock[lead, left] = (
            *(none, distance, square, size, best_of_all, second_of_all, margin, beside),
            *(cheque, highest, no_thief, two_thieves, release, ahead, large, hand),
        )
        return found

    def weights_at(self, lead: int) -> tuple[float, ...]:
        """Return the weights while the leader is on a space."""
        known = self._by_space.get(lead)
        if known is None:
            shares = knot_shares(lead / self._box.banquet)
            width = len(FEATURES)
            known = self._by_space[lead] = tuple(
                sum(share * self._weights[knot * width + place] for knot, share in enumerate(shares))
                for place in range(width)
            )
        return known


def knot_shares(way: float) -> list[float]:
    """Return the share of each of the ``KNOTS`` at that progress, from 0 to 1."""
    shares = [0.0] * len(KNOTS)
    for knot, (here, there) in enumerate(pairwise(KNOTS)):
        if way <= there:
            shares[knot + 1] = (way - here) / (there - here)
            shares[knot] = 1 - shares[knot + 1]
            return shares
    shares[-1] = 1.0
    return shares


def final_shares(box: Box, position: Position) -> list[float]:
    """Return each seat's share of the victory if the game ends here (A8.2, A8.3)."""
    worths = list(map(box.worth_of, position.hands))
    pawns = position.pawns[:]
    ranked = sorted((seat for seat, worth in enumerate(worths) if worth), key=lambda seat: -worths[seat])
    for seat, spaces in zip(ranked, FINAL_MOVES, strict=False):
        pawns[seat] += spaces
    ends = list(zip(pawns, worths, strict=True))
    best = max(ends)
    return [(end == best) / ends.count(best) for end in ends]
