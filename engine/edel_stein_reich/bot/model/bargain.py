"""What a bargain may come to (E5): both know what the other likes, and offer as little as they can."""

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

    def settled(self, action: Action) -> Worths:
        """What everybody may expect once they have bargained for an action: bids of one gem more each time, thought
        through from the end. Each accepts where that is as good as what would come of a raise."""
        lapses = self._single(action)
        liked = self.turn.values.liked
        end: Worths | None = None
        for number in range(self._most_bids(), 0, -1):
            bidder, hearer = self._by(number), self._by(number + 1)
            accepted = self.taken(bidder, hearer, self.offers[bidder][number - 1], action)
            if end is None or liked(accepted, hearer) >= liked(end, hearer):
                end = accepted
        if end is None or liked(lapses, self.opener) > liked(end, self.opener):
            return lapses
        return end

    def taken(self, bidder: int, hearer: int, gems: Gems, action: Action) -> Worths:
        """What everybody may expect once a bid was accepted and the bidder has carried out the action (E5.3)."""
        turn = self.turn
        return turn.values.worths(turn.carried_out(turn.position.handed(bidder, hearer, gems), bidder, action))

    def _by(self, number: int) -> int:
        return self.opener if number % 2 else self.other

    def _most_bids(self) -> int:
        number = 0
        while number < LONGEST and len(self.offers[self._by(number + 1)]) > number:
            number += 1
        return number

    def _single(self, action: Action) -> Worths:
        """What comes of it when the opener does not open (E5.7)."""
        if not self.offers[self.other]:
            return self.turn.now
        bought = self.taken(self.other, self.opener, self.offers[self.other][0], action)
        liked = self.turn.values.liked
        return bought if liked(bought, self.other) > liked(self.turn.now, self.other) else self.turn.now


def offers(turn: Turn, giver: int, taker: int) -> tuple[Gems, ...]:
    """The bids of one gem, two, three and so on that the giver misses least; each has those of the one before."""
    found: list[Gems] = []
    position, bid = turn.position, NO_GEMS
    while len(found) < LONGEST and any(position.gems[giver]):
        given = [(position.handed(giver, taker, gem), gem) for gem in singles(position.gems[giver])]
        position, gem = max(given, key=lambda each: turn.values.outlook(each[0], giver))
        bid = plus(bid, gem)
        found.append(bid)
    return tuple(found)


def singles(holding: Gems) -> tuple[Gems, ...]:
    """Each single gem of a holding, a colour once."""
    return tuple(ONE_EACH[colour.place] for colour in kinds(holding))
