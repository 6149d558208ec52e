"""What the coach reads off the table: all of it from the seat's own view."""

from collections import Counter
from dataclasses import dataclass

from engine.adel_verpflichtet.view_types import Mine, TableView

LEAST = 3
"""Objects of the smallest exhibition (A5.1)."""


@dataclass(frozen=True, slots=True)
class CoachView:
    """A seat looking at the table."""

    table: TableView
    mine: Mine

    @property
    def here(self) -> str | None:
        """Where the seat is this round; None while it may still choose."""
        if self.table.closed:
            return "castle"
        return self.table.seats[self.mine.seat].location or self.table.place

    @property
    def others(self) -> tuple[int, ...]:
        """All other seats."""
        return tuple(seat.seat for seat in self.table.seats if seat.seat != self.mine.seat)

    @property
    def beside(self) -> tuple[int, ...]:
        """The other seats at the same place; all of them where nobody chooses a place."""
        if self.table.seats[self.mine.seat].location is None:
            return self.others
        return tuple(seat for seat in self.others if self.table.seats[seat].location == self.here)

    def playing(self, card: str) -> tuple[int, ...]:
        """The other seats whose card of that kind lies open at the castle. With two seats (A9.1) a card may lie open
        at the auction house as well."""
        found = ((seat, self.table.seats[seat]) for seat in self.others)
        return tuple(
            seat
            for seat, each in found
            if each.action and each.action.card == card and each.location in ("castle", None)
        )

    def highest_against(self, rivals: tuple[int, ...]) -> int | None:
        """The highest cheque that one of them may hold, as everybody could work out: a cheque is in the till, one's
        own, or with somebody else. None when none of them holds any."""
        if not any(self.table.seats[seat].cheques for seat in rivals):
            return None
        known = [self.table.seats[seat].known_cheques for seat in rivals]
        if all(cheques is not None for cheques in known):
            return max((cheque for cheques in known for cheque in cheques or ()), default=None)
        gone = {*self.table.till, *self.mine.cheques}
        everywhere = {cheque for seat in self.table.seats for cheque in seat.starting_cheques}
        return max(everywhere - gone, default=None)

    def size_with(self, letter: str) -> int:
        """How many objects the largest exhibition of the own hand has, with one more of that letter; "" for none. 0
        where there is no exhibition (A5.1)."""
        counts = Counter(thing.letter for thing in self.mine.objects) + Counter(letter)
        best = run = 0
        for series in self.table.series:
            run = run + counts[series.letter] if counts[series.letter] else 0
            best = max(best, run)
        return best if best >= LEAST else 0
