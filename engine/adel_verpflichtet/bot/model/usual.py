"""How often people play what, whatever they hold: what somebody expects who reads nobody.

The figures lie with the weights. They are those with which it comes true: bots that expect them of each other play so
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
"""Of how many hands of cards it is remembered how likely each card is."""


class Usual(NamedTuple):
    """Shares of what is played at tables of one size."""

    castle: float
    """How often somebody goes to the castle who could go to either."""
    exhibit: float
    """Of the cards at the castle, how often the exhibit card."""
    burgle: float
    """A thief there; the detective otherwise."""
    raid: float
    """Of the cards at the auction house, how often a thief."""
    low: float
    """Of the cheques, how often the lowest of those in hand."""
    high: float
    """The highest; the others share the rest."""

    def cards(self, cards: Sequence[CardCode]) -> Sequence[float]:
        """How likely each of a seat's cards is, which lie at one location or at both; they add up to 1."""
        return _cards(self, tuple(cards))

    def shared(self, cards: Sequence[CardCode]) -> tuple[float, ...]:
        """The same, found anew."""
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
        """How likely each of a seat's locations is."""
        if len(locations) == 1:
            return [1.0]
        return [self.castle if location == CASTLE else 1 - self.castle for location in locations]

    def _share_out(self, cards: Sequence[CardCode], weights: list[float]) -> None:
        """Both locations as likely as they are, however many cards there are for each."""
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
        """How likely each of so many cheques is, the lowest first."""
        if count == 1:
            return [1.0]
        if count == 2:
            return [self.low / (self.low + self.high), self.high / (self.low + self.high)]
        return [self.low, *[(1 - self.low - self.high) / (count - 2)] * (count - 2), self.high]


@functools.lru_cache(maxsize=REMEMBERED)
def _cards(usual: Usual, cards: tuple[CardCode, ...]) -> tuple[float, ...]:
    return usual.shared(cards)
