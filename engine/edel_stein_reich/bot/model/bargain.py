"""Model of a negotiation (E5).

Both seats know the other's preferences and offer as little as possible."""

from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.bot.model.values import Worths
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.gems import NO_GEMS, ONE_EACH, Gems, kinds, plus

LONGEST = 6
"""Gems of the largest bid that is thought of."""


class Bargain:
    """Two seats that want the same, before anything is said."""

    def __init__(self, turn: Turn, one: int, other: int) -> None:
        position = turn.position
        self.turn = turn
        # the poorer one opens (E5.1)
        self.opener, self.other = sorted(
            (one, other), key=lambda seat: (position.gems[seat], position.money[seat], seat)
        )
        self.offers = {
            self.opener: offers(turn, self.opener, self.other),
            self.other: offers(turn, self.other, self.opener),
        }

    def negotiate(self, action: Action) -> Worths:
        """Return everybody's worth after a negotiation for an action.

        Bids grow by one gem, and are evaluated from the end. A seat accepts if that is as good for it as a raise."""
        lapses = self._single(action)
        rate = self.turn.values.rate
        end: Worths | None = None
        for number in range(self._most_bids(), 0, -1):
            bidder, hearer = self._bidder(number), self._bidder(number + 1)
            accepted = self.accept(bidder, hearer, self.offers[bidder][number - 1], action)
            if end is None or rate(accepted, hearer) >= rate(end, hearer):
                end = accepted
        if end is None or rate(lapses, self.opener) > rate(end, self.opener):
            return lapses
        return end

    def accept(self, bidder: int, hearer: int, gems: Gems, action: Action) -> Worths:
        """Return everybody's worth after an accepted bid and the bidder's action (E5.3)."""
        turn = self.turn
        return turn.values.worths(turn.carry_out(turn.position.move_gems(bidder, hearer, gems), bidder, action))

    def _bidder(self, number: int) -> int:
        return self.opener if number % 2 else self.other

    def _most_bids(self) -> int:
        number = 0
        while number < LONGEST and len(self.offers[self._bidder(number + 1)]) > number:
            number += 1
        return number

    def _single(self, action: Action) -> Worths:
        """Return everybody's worth if the opener makes no bid (E5.7)."""
        if not self.offers[self.other]:
            return self.turn.now
        bought = self.accept(self.other, self.opener, self.offers[self.other][0], action)
        rate = self.turn.values.rate
        return bought if rate(bought, self.other) > rate(self.turn.now, self.other) else self.turn.now


def offers(turn: Turn, giver: int, taker: int) -> tuple[Gems, ...]:
    """Return bids of one gem, two, three and so on.

    Each contains the gems of the one before. The gems that the giver misses least come first."""
    found: list[Gems] = []
    position, bid = turn.position, NO_GEMS
    while len(found) < LONGEST and any(position.gems[giver]):
        given = [(position.move_gems(giver, taker, gem), gem) for gem in singles(position.gems[giver])]
        position, gem = max(given, key=lambda each: turn.values.outlook(each[0], giver))
        bid = plus(bid, gem)
        found.append(bid)
    return tuple(found)


def singles(holding: Gems) -> tuple[Gems, ...]:
    """Return each colour of a holding as a single gem."""
    return tuple(ONE_EACH[colour.place] for colour in kinds(holding))
