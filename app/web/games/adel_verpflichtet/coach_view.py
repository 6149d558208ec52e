"""Facts that the coach reads from the seat's own view of the table."""

from collections import Counter
from dataclasses import dataclass

from engine.adel_verpflichtet.view_types import PrivateView, TableView

LEAST = 3
"""Number of objects in the smallest exhibition (A5.1)."""


@dataclass(frozen=True, slots=True)
class CoachView:
    """View of the table by one seat."""

    table: TableView
    mine: PrivateView

    @property
    def here(self) -> str | None:
        """Place of the seat in this round; None while it may still choose."""
        if self.table.closed:
            return "castle"
        return self.table.seats[self.mine.seat].location or self.table.place

    @property
    def others(self) -> tuple[int, ...]:
        """All other seats."""
        return tuple(seat.seat for seat in self.table.seats if seat.seat != self.mine.seat)

    @property
    def beside(self) -> tuple[int, ...]:
        """Other seats at the same place; all other seats while nobody chooses a place."""
        if self.table.seats[self.mine.seat].location is None:
            return self.others
        return tuple(seat for seat in self.others if self.table.seats[seat].location == self.here)

    def playing(self, card: str) -> tuple[int, ...]:
        """Return the other seats whose card of that kind lies open at the castle.

        With two seats (A9.1) a card may lie open at the auction house as well."""
        found = ((seat, self.table.seats[seat]) for seat in self.others)
        return tuple(
            seat
            for seat, each in found
            if each.action and each.action.card == card and each.location in ("castle", None)
        )

    def highest_against(self, rivals: tuple[int, ...]) -> int | None:
        """Return the highest cheque that one of them may hold, by public information.

        A cheque is in the till, in the viewer's hand, or with another seat. Return None if no rival holds any."""
        if not any(self.table.seats[seat].cheques for seat in rivals):
            return None
        known = [self.table.seats[seat].known_cheques for seat in rivals]
        if all(cheques is not None for cheques in known):
            return max((cheque for cheques in known for cheque in cheques or ()), default=None)
        gone = {*self.table.till, *self.mine.cheques}
        everywhere = {cheque for seat in self.table.seats for cheque in seat.starting_cheques}
        return max(everywhere - gone, default=None)

    def size_with(self, letter: str) -> int:
        """Return the size of the largest exhibition with one more object of that letter.

        An empty letter adds nothing. Return 0 if the hand makes no exhibition (A5.1)."""
        counts = Counter(thing.letter for thing in self.mine.objects) + Counter(letter)
        best = run = 0
        for series in self.table.series:
            run = run + counts[series.letter] if counts[series.letter] else 0
            best = max(best, run)
        return best if best >= LEAST else 0
