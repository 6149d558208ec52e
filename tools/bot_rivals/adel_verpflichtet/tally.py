"""Counts of plays, and the shares that follow from them."""

from collections.abc import Sequence

from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE, CASTLE_THIEF, DETECTIVE, EXHIBIT, CardCode
from engine.adel_verpflichtet.bot.model.usual import UsualShares


class Tally:
    """Counter of plays.

    It begins with some locations, cards at each and cheques, spread as usual, so that the first observations do not
    count for everything."""

    def __init__(self, usual: UsualShares, begun: float) -> None:
        detect = 1 - usual.exhibit - usual.burgle
        between = 1 - usual.low - usual.high
        self._places = [begun * (1 - usual.castle), begun * usual.castle]
        self._castle = {"exhibit": begun * usual.exhibit, "burgle": begun * usual.burgle, "detect": begun * detect}
        self._auction = {"raid": begun * usual.raid, "cheque": begun * (1 - usual.raid)}
        self._cheques = {"low": begun * usual.low, "high": begun * usual.high, "between": begun * between}

    def count_location(self, location: int) -> None:
        """Count a location of a player who could choose."""
        self._places[location] += 1

    def count_card(self, card: CardCode, cheques: Sequence[int]) -> None:
        """Count a card, played with these cheques in hand if they are known."""
        if card >= CASTLE_THIEF:
            self._castle["exhibit" if card == EXHIBIT else "detect" if card == DETECTIVE else "burgle"] += 1
            return
        self._auction["raid" if card >= AUCTION_THIEF else "cheque"] += 1
        if card in cheques and len(cheques) > 1:
            self._cheques["low" if card == min(cheques) else "high" if card == max(cheques) else "between"] += 1

    @property
    def usual(self) -> UsualShares:
        """Usual plays by this count."""
        castle, auction, cheques = self._castle, self._auction, self._cheques
        at_castle, bids = sum(castle.values()), sum(cheques.values())
        return UsualShares(
            castle=self._places[CASTLE] / sum(self._places),
            exhibit=castle["exhibit"] / at_castle,
            burgle=castle["burgle"] / at_castle,
            raid=auction["raid"] / sum(auction.values()),
            low=cheques["low"] / bids,
            high=cheques["high"] / bids,
        )
