"""Play of those who weigh cards against what is usual, as ``NormalBot`` does."""

from collections.abc import Sequence

from engine.adel_verpflichtet.bot.model.box import Box
from engine.adel_verpflichtet.bot.model.options import Option
from engine.adel_verpflichtet.bot.model.position import Position, cards_at
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.adel_verpflichtet.bot.normal import COOLNESS
from engine.adel_verpflichtet.bot.regrets import Moment, shares, soft_best


class Weighers:
    """All seats as such players, with any hand."""

    def __init__(self, box: Box, usual: UsualShares, moment: Moment) -> None:
        """Prepare; at ``moment`` all cards that are not ruled out can be played."""
        self._box = box
        self._usual = usual
        self._moment = moment

    def learn(self, position: Position) -> None:
        """Play one more round from this position, in which all others play the usual."""
        self._moment.play(position, belief=self._play)

    def cards(self, seat: int, cards: Sequence[Option]) -> list[float]:
        """Return the probability of each of the seat's cards."""
        return shares(self._get_values(seat, cards), COOLNESS)

    def locations(self, position: Position, seat: int, locations: Sequence[int]) -> list[float]:
        """Return the probability of each location, by the cards for it."""
        best = []
        for location in locations:
            brought = self._get_values(seat, cards_at(self._box, position, seat, location))
            best.append(soft_best(brought, COOLNESS))
        return shares(best, COOLNESS)

    def _play(self, position: Position, seat: int, cards: Sequence[Option]) -> Sequence[float]:
        return self._usual.cards(cards)

    def _get_values(self, seat: int, cards: Sequence[Option]) -> list[float]:
        """Return the cards' values for the seat; the least one if never tried."""
        brought = [self._moment.get_mean_value(seat, card) for card in cards]
        least = min((value for value in brought if value is not None), default=0.0)
        return [least if value is None else value for value in brought]
