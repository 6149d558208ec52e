"""Value of an answer in a running negotiation (E5.3-E5.7)."""

import math

from engine.edel_stein_reich.bot.model.bargain import Bargain
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action, Bid, Choice
from engine.edel_stein_reich.gems import Gems, size
from engine.edel_stein_reich.rules.bids import is_raise
from engine.edel_stein_reich.view_types import NegotiationView

READ = 60.0
"""Firmness with which the other seat is expected to choose its better answer.

Its odds are e to this power times its advantage, which is a chance to win."""

Chances = tuple[float, ...]
"""Every seat's chance to win."""


class Answers:
    """Answers of the seat whose turn it is to speak."""

    def __init__(self, turn: Turn, negotiation: NegotiationView) -> None:
        self.turn = turn
        self.negotiation = negotiation
        self.action = Action(negotiation.action)
        self.bargain = Bargain(turn, negotiation.opener, negotiation.other)
        self.seat = negotiation.turn
        self.hearer = negotiation.other if self.seat == negotiation.opener else negotiation.opener
        self._found: dict[Choice, float] = {}

    def chance(self, choice: Choice) -> float:
        """Return the seat's chance to win after this answer."""
        if choice not in self._found:
            self._found[choice] = self._bid(choice.gems) if isinstance(choice, Bid) else self._step_back()
        return self._found[choice]

    def _step_back(self) -> float:
        """Return the chance after an accepted bid or a pass.

        After a pass the other seat may offer a single gem (E5.7)."""
        now = self.turn.values.chances(self.turn.now)
        standing = self.negotiation.bid
        if standing is not None:
            return self._accept(self.hearer, self.seat, standing)[self.seat]
        offers = self.bargain.offers[self.hearer]
        if self.negotiation.passed or not offers:
            return now[self.seat]
        bought = self._accept(self.hearer, self.seat, offers[0])
        return bought[self.seat] if bought[self.hearer] >= now[self.hearer] else now[self.seat]

    def _bid(self, gems: Gems) -> float:
        """Return the chance after a bid of these gems.

        The other seat accepts it or makes the lowest raise. That raise is accepted, or raised once more."""
        seat, hearer = self.seat, self.hearer
        accepted = self._accept(seat, hearer, gems)
        if self.negotiation.passed:
            return accepted[seat]
        number = size(gems)
        raises = [
            self._answer_raise(offer)
            for offer in self.bargain.offers[hearer][number - 1 : number + 1]
            if is_raise(offer, gems)
        ]
        if not raises:
            return accepted[seat]
        raised = max(raises, key=lambda chances: chances[hearer])
        advantage = READ * (accepted[hearer] - raised[hearer])
        accepts = 1 / (1 + math.exp(-max(-50.0, min(50.0, advantage))))
        return accepts * accepted[seat] + (1 - accepts) * raised[seat]

    def _answer_raise(self, gems: Gems) -> Chances:
        """Return the chances after the other seat's raise.

        The seat accepts it, or raises in turn if that is better for it."""
        accepted = self._accept(self.hearer, self.seat, gems)
        more = self.bargain.offers[self.seat][size(gems) :][:1]
        ways = [accepted, *(self._accept(self.seat, self.hearer, offer) for offer in more)]
        return max(ways, key=lambda chances: chances[self.seat])

    def _accept(self, bidder: int, hearer: int, gems: Gems) -> Chances:
        return self.turn.values.chances(self.bargain.accept(bidder, hearer, gems, self.action))
