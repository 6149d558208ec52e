"""Habits: how people play who know only public data and do not weigh chances.

They lean to what pays in spaces. A seat has up to five options. The value of each depends on the others, so
everybody's habits are computed together. All begin undecided. Then, several times over, each leans towards what pays
most against the habits of the others. Nobody leans so far that an option is ruled out. This is a logit equilibrium
(McKelvey and Palfrey 1995, Games and Economic Behavior 10). All values are spaces on the track. If the rules name no
figure, it is the one whose player beat the others."""

import math
from collections.abc import Sequence

from engine.adel_verpflichtet.bot.model.box import SMALLEST, Box
from engine.adel_verpflichtet.bot.model.cards import (
    AUCTION_HOUSE,
    AUCTION_THIEF,
    CASTLE,
    CASTLE_THIEF,
    DETECTIVE,
    EXHIBIT,
    CardCode,
)
from engine.adel_verpflichtet.bot.model.position import Position, cards_at, numbers
from engine.adel_verpflichtet.bot.regrets import shares, soft_best

COOLNESS = 1.6
"""Firmness of the preference: e to this power times as often per space more."""

LEANINGS = 5
"""Number of iterations."""

PURCHASE = 1.4
"""Value of an object bought, before its price."""

LOOT = 4.4
"""Value of an object stolen: one more here, one less there."""

EXPOSED = 0.9
"""Loss of an object from one's exhibition."""

ARREST = 1.3
"""Loss of a thief that goes to the cells."""

CHEQUE_LOOT = 1.5
"""Value of a stolen cheque."""

SPENT = 0.045
"""Loss per thousand spent, while there is something left to buy."""

LENGTHENS, SPARE = 1.0, 0.25
"""Value of an object that lengthens a collection's largest run; of any other."""

SHOW, BURGLE, DETECT, BUY, RAID = range(5)
"""Options of a round: three at the castle, two at the auction house."""

Habit = list[float]
"""Probability of each option of a seat, ``SHOW`` first."""


class Habits:
    """Everybody's habits in one round, and their play with a given hand."""

    def __init__(self, box: Box, position: Position, locations: Sequence[int | None]) -> None:
        """Compute the habits.

        Only public data of the position counts: of hands the number of objects. ``locations``: each seat's location,
        None while it is open."""
        self._box = box
        self._places = [1 + sum(map(space.__lt__, position.pawns)) for space in position.pawns]
        lead = max(position.pawns)
        self._pair = box.pairs[min(lead, box.banquet)]
        seats = range(len(position.pawns))
        self._price = SPENT * min(1.0, position.left / (2 * len(seats)))
        self._purses = [list(numbers(cheques)) for cheques in position.cheques]
        self._others = [[other for other in seats if other != seat] for seat in seats]
        self.habits = [_even_habit(position, seat, locations[seat]) for seat in seats]
        self._sizes = sizes = [0.62 * hand.bit_count() + 0.6 for hand in position.hands]
        larger = [[likely_larger(other, own) for other in sizes] for own in sizes]
        typical = [sum(cheques) / len(cheques) if cheques else 0.0 for cheques in self._purses]
        higher = [self.higher(cheque) for cheque in typical]
        for _ in range(LEANINGS):
            self.habits = [
                self._leaning(seat, habit, larger[seat], typical[seat], higher[seat])
                for seat, habit in enumerate(self.habits)
            ]

    def exhibit(self, seat: int, larger: Sequence[float]) -> float:
        """Return the value of exhibiting.

        ``larger`` holds each seat's probability of a larger exhibition."""
        best, second = self._pair
        is_best, odds, thefts = 1.0, 0.0, 0.0
        for other in self._others[seat]:
            habit = self.habits[other]
            ahead = habit[SHOW] * larger[other]
            is_best *= 1 - ahead
            odds += ahead / (1 - ahead)
            thefts += habit[BURGLE]
        return is_best * (best + odds * second) - EXPOSED * thefts

    def burgle(self, seat: int) -> float:
        """Return the value of a thief at the castle."""
        shows, unseen = 0.0, 1.0
        for other in self._others[seat]:
            habit = self.habits[other]
            shows += habit[SHOW]
            unseen *= 1 - habit[DETECT]
        return LOOT * shows - ARREST * (1 - unseen)

    def detect(self, seat: int) -> float:
        """Return the value of the detective."""
        nobody = 1.0
        for other in self._others[seat]:
            nobody *= 1 - self.habits[other][BURGLE]
        return (1 - nobody) * self._places[seat]

    def buy(self, seat: int, cheque: float, higher: Sequence[float], wish: float) -> float:
        """Return the value of a cheque.

        ``higher`` holds each seat's probability of a higher cheque. ``wish`` is what the object adds to the own
        exhibition."""
        wins = 1.0
        for other in self._others[seat]:
            wins *= 1 - self.habits[other][BUY] * higher[other]
        return wins * (PURCHASE + wish - self._price * cheque)

    def raid(self, seat: int) -> float:
        """Return the value of a thief at the auction house."""
        nobody_pays, alone = 1.0, 1.0
        for other in self._others[seat]:
            habit = self.habits[other]
            nobody_pays *= 1 - habit[BUY]
            alone *= 1 - habit[RAID]
        return CHEQUE_LOOT * (1 - nobody_pays) * alone

    def higher(self, cheque: float) -> list[float]:
        """Return each seat's probability that its cheque is higher than this one."""
        return [sum(map(cheque.__lt__, cheques)) / len(cheques) if cheques else 0.0 for cheques in self._purses]

    def cards(
        self, position: Position, seat: int, cards: Sequence[CardCode], coolness: float = COOLNESS
    ) -> list[float]:
        """Return the probability of each card, with the seat's hand in that position."""
        return shares([self._prospect(position, seat, card) for card in cards], coolness)

    def locations(
        self, position: Position, seat: int, locations: Sequence[int], coolness: float = COOLNESS
    ) -> list[float]:
        """Return the probability of each location, by the cards for it."""
        best = []
        for location in locations:
            cards = cards_at(self._box, position, seat, location)
            best.append(soft_best([self._prospect(position, seat, card) for card in cards], coolness))
        return shares(best, coolness)

    def _prospect(self, position: Position, seat: int, card: CardCode) -> float:
        if card == EXHIBIT:
            size = (self._box.worth_of(position.hands[seat]) >> 6) + 0.5
            return self.exhibit(seat, [likely_larger(other, size) for other in self._sizes])
        if card == DETECTIVE:
            return self.detect(seat)
        if card >= CASTLE_THIEF:
            return self.burgle(seat)
        if card >= AUCTION_THIEF:
            return self.raid(seat)
        return self.buy(seat, card, self.higher(card), self._wish(position, seat))

    def _wish(self, position: Position, seat: int) -> float:
        """Return the value that the better object on sale adds to the seat's collection."""
        hand = position.hands[seat]
        longest = self._box.longest(hand)
        faces = [face for face in position.faces if face]
        return max([LENGTHENS if self._box.longest(hand | face) > longest else SPARE for face in faces], default=0.0)

    def _leaning(
        self, seat: int, habit: Habit, larger: Sequence[float], cheque: float, higher: Sequence[float]
    ) -> Habit:
        """Return the habit half way to the best reply to the others' habits."""
        prospects = (
            self.exhibit(seat, larger),
            self.burgle(seat),
            self.detect(seat),
            self.buy(seat, cheque, higher, 0.0),
            self.raid(seat),
        )
        weights = [
            math.exp(COOLNESS * prospect) if likely else 0.0 for prospect, likely in zip(prospects, habit, strict=True)
        ]
        half = 0.5 / (sum(weights) or 1.0)
        return [likely / 2 + weight * half for likely, weight in zip(habit, weights, strict=True)]


def likely_larger(theirs: float, ours: float) -> float:
    """Return the probability that an exhibition is larger, given both estimated sizes.

    It is never quite 1."""
    return 1 / (1.001 + math.exp(1.3 * (ours - theirs)))


def _even_habit(position: Position, seat: int, location: int | None) -> Habit:
    """Return equal probabilities of all options that a seat has.

    None for a seat that has to pass (A9.3)."""
    at_castle = location != AUCTION_HOUSE
    at_auction = location != CASTLE and position.left > 0
    possible = (
        at_castle and position.hands[seat].bit_count() >= SMALLEST,
        at_castle and position.thieves[seat] > 0,
        at_castle,
        at_auction and position.cheques[seat] > 0,
        at_auction and position.thieves[seat] > 0,
    )
    return [can / (sum(possible) or 1) for can in possible]
