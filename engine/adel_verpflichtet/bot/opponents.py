"""What a bot expects of everybody at the table, from what lies open alone.

A seat has up to five things to do. What a deed brings depends on what the others do, so everybody's habits are sought
together: all begin undecided; then, several times over, each leans towards what brings most against the habits
of the others. Nobody leans so far that a deed is ruled out (a logit equilibrium; McKelvey and Palfrey 1995, Games and
Economic Behavior 10). All values are spaces on the track; where the rules name no figure, it is the one whose bot beat
the others."""

import math
from collections.abc import Sequence

from engine.adel_verpflichtet.bot.values import best_run
from engine.adel_verpflichtet.choices import Location
from engine.adel_verpflichtet.view_types import SeatView, TableView

COOLNESS = 1.6
"""How firmly the better deed is preferred: e to this power times as often for each space it brings more."""

LEANINGS = 5
"""How often everybody thinks again."""

PURCHASE = 1.4
"""An object bought, before its price."""

LOOT = 4.4
"""An object stolen: one more here, one less there."""

EXPOSED = 0.9
"""An object lost from one's exhibition."""

ARREST = 1.3
"""A thief of one's own going to the cells."""

CHEQUE_LOOT = 1.5
"""A stolen cheque."""

SPENT = 0.045
"""A thousand spent, while there is something left to buy."""

SMALLEST = 3
"""Objects of the smallest exhibition (A5.1)."""

EXHIBIT, BURGLE, DETECT, BUY, RAID = range(5)
"""What one may do in a round: the first three at the castle, the others at the auction house."""

Habit = list[float]
"""How likely a seat does each deed, ``EXHIBIT`` first."""


class Expectations:
    """Everybody's habits in this round, and what the deeds of one seat bring against those of the others."""

    def __init__(self, view: TableView) -> None:
        self._places = [seat.place for seat in view.seats]
        self._pair = (view.castle.best, view.castle.second) if view.castle is not None else (0, 0)
        left = sum(window.pile for window in view.windows)
        self._price = SPENT * min(1.0, left / (2 * len(view.seats)))
        self._purses = [purse(seat) for seat in view.seats]
        self._others = [[other.seat for other in view.seats if other is not seat] for seat in view.seats]
        self.habits = [_undecided(view, seat) for seat in view.seats]
        sizes = [expected_size(seat) for seat in view.seats]
        larger = [[likely_larger(other, own) for other in sizes] for own in sizes]
        typical = [sum(cheques) / len(cheques) if cheques else 0.0 for cheques in self._purses]
        higher = [self.higher(cheque) for cheque in typical]
        for _ in range(LEANINGS):
            self.habits = [
                self._leaning(seat, habit, larger[seat], typical[seat], higher[seat])
                for seat, habit in enumerate(self.habits)
            ]

    def exhibit(self, seat: int, larger: Sequence[float]) -> float:
        """What exhibiting brings, where ``larger`` says of each seat how likely its exhibition is larger."""
        best, second = self._pair
        is_best, odds, thefts = 1.0, 0.0, 0.0
        for other in self._others[seat]:
            habit = self.habits[other]
            ahead = habit[EXHIBIT] * larger[other]
            is_best *= 1 - ahead
            odds += ahead / (1 - ahead)
            thefts += habit[BURGLE]
        return is_best * (best + odds * second) - EXPOSED * thefts

    def burgle(self, seat: int) -> float:
        """What a thief at the castle brings."""
        shows, unseen = 0.0, 1.0
        for other in self._others[seat]:
            habit = self.habits[other]
            shows += habit[EXHIBIT]
            unseen *= 1 - habit[DETECT]
        return LOOT * shows - ARREST * (1 - unseen)

    def detect(self, seat: int) -> float:
        """What the detective brings."""
        nobody = 1.0
        for other in self._others[seat]:
            nobody *= 1 - self.habits[other][BURGLE]
        return (1 - nobody) * self._places[seat]

    def buy(self, seat: int, cheque: float, higher: Sequence[float], wish: float) -> float:
        """What a cheque brings, where ``higher`` says of each seat how likely its cheque is higher, and ``wish`` what
        the object adds to the own exhibition."""
        wins = 1.0
        for other in self._others[seat]:
            wins *= 1 - self.habits[other][BUY] * higher[other]
        return wins * (PURCHASE + wish - self._price * cheque)

    def raid(self, seat: int) -> float:
        """What a thief at the auction house brings."""
        nobody_pays, alone = 1.0, 1.0
        for other in self._others[seat]:
            habit = self.habits[other]
            nobody_pays *= 1 - habit[BUY]
            alone *= 1 - habit[RAID]
        return CHEQUE_LOOT * (1 - nobody_pays) * alone

    def higher(self, cheque: float) -> list[float]:
        """Of each seat, how likely a cheque it lays down is higher than this one."""
        return [sum(map(cheque.__lt__, cheques)) / len(cheques) if cheques else 0.0 for cheques in self._purses]

    def _leaning(
        self, seat: int, habit: Habit, larger: Sequence[float], cheque: float, higher: Sequence[float]
    ) -> Habit:
        """The seat's habit, half way to what is best against the others' habits."""
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


def expected_size(seat: SeatView) -> float:
    """About how many objects the best exhibition of a hand has: some share of them all, at least what everybody saw."""
    seen = len(best_run([thing.id for thing in seat.known_objects or ()]))
    return max(0.62 * seat.hand + 0.6, float(seen))


def likely_larger(theirs: float, ours: float) -> float:
    """How likely an exhibition of about so many objects is larger than one of about so many: never quite sure."""
    return 1 / (1.001 + math.exp(1.3 * (ours - theirs)))


def purse(seat: SeatView) -> tuple[int, ...]:
    """The cheques a seat may hold, as far as they are known."""
    if not seat.cheques:
        return ()
    return seat.known_cheques if seat.known_cheques is not None else seat.starting_cheques


def _undecided(view: TableView, seat: SeatView) -> Habit:
    """Every deed that a seat can do, as far as everybody knows, equally likely; none for who has to pass (A9.3)."""
    place = seat.location or view.place
    at_castle = place != Location.AUCTION_HOUSE.value
    at_auction = place != Location.CASTLE.value
    possible = (
        at_castle and seat.hand >= SMALLEST,
        at_castle and bool(seat.thieves),
        at_castle,
        at_auction and bool(seat.cheques),
        at_auction and bool(seat.thieves),
    )
    return [can / (sum(possible) or 1) for can in possible]
