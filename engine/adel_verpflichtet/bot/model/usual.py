"""Usual play: how often each card is played, whatever the hand.

The figures lie with the weights. They are self-consistent: bots that expect them of each other play so
(``tools/train_bots``)."""

import functools
from collections.abc import Sequence
from typing import NamedTuple

from engine.adel_verpflichtet.bot.model.cards import (
    AUCTION_HOUSE,
    AUCTION_THIEF,
    CASTLE,
    CASTLE_THIEF,
    DETECTIVE,
    EXHIBIT,
    CardCode,
    place_of,
)

REMEMBERED = 1 << 12
"""Number of hands of cards whose probabilities are cached."""


class UsualShares(NamedTuple):
    """Shares of what is played at tables of one size."""

    castle: float
    """Share of the castle among seats that could go to either location."""
    exhibit: float
    """Share of the exhibit card among the cards at the castle."""
    burgle: float
    """Share of thieves there; the rest are detectives."""
    raid: float
    """Share of thieves among the cards at the auction house."""
    low: float
    """Share of the lowest cheque in hand among the cheques."""
    high: float
    """Share of the highest; the others share the rest."""

    def cards(self, cards: Sequence[CardCode]) -> Sequence[float]:
        """Return the probability of each of a seat's cards; they add up to 1.

        The cards are for one location or for both."""
        return _cards(self, tuple(cards))

    def compute_cards(self, cards: Sequence[CardCode]) -> tuple[float, ...]:
        """Compute the same without the cache."""
        weights = [self._weight(card) for card in cards]
        cheques = [place for place, card in enumerate(cards) if 0 < card < AUCTION_THIEF]
        if cheques:
            for place, share in zip(cheques, self._cheques(len(cheques)), strict=True):
                weights[place] *= share
        thieves = [place for place, card in enumerate(cards) if CASTLE_THIEF <= card < DETECTIVE]
        for place in thieves:
            weights[place] /= len(thieves)
        self._share_out(cards, weights)
        total = sum(weights)
        return tuple([weight / total for weight in weights])

    def locations(self, locations: Sequence[int]) -> list[float]:
        """Return the probability of each of a seat's locations."""
        if len(locations) == 1:
            return [1.0]
        return [self.castle if location == CASTLE else 1 - self.castle for location in locations]

    def _share_out(self, cards: Sequence[CardCode], weights: list[float]) -> None:
        """Scale both locations to their shares, whatever their numbers of cards."""
        at = [place_of(card) for card in cards]
        if CASTLE in at and AUCTION_HOUSE in at:
            for location, share in ((CASTLE, self.castle), (AUCTION_HOUSE, 1 - self.castle)):
                here = [place for place, there in enumerate(at) if there == location]
                total = sum(weights[place] for place in here)
                for place in here:
                    weights[place] *= share / total

    def _weight(self, card: CardCode) -> float:
        if card == EXHIBIT:
            return self.exhibit
        if card == DETECTIVE:
            return 1 - self.exhibit - self.burgle
        if card >= CASTLE_THIEF:
            return self.burgle
        return self.raid if card >= AUCTION_THIEF else 1 - self.raid

    def _cheques(self, count: int) -> list[float]:
        """Return the probability of each of so many cheques, the lowest first."""
        if count == 1:
            return [1.0]
        if count == 2:
            return [self.low / (self.low + self.high), self.high / (self.low + self.high)]
        return [self.low, *[(1 - self.low - self.high) / (count - 2)] * (count - 2), self.high]


@functools.lru_cache(maxsize=REMEMBERED)
def _cards(usual: UsualShares, cards: tuple[CardCode, ...]) -> tuple[float, ...]:
    return usual.compute_cards(cards)
