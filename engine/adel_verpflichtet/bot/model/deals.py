"""Random deals of hidden cards: positions that agree with one seat's knowledge.

All are equally likely. They are made from a view alone. Own objects and publicly known ones (A10.3) stay where they
are; the others are dealt anew."""

import random
from collections.abc import Sequence

from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.objects import NONE, Objects, each, size
from engine.adel_verpflichtet.view_types import PrivateView, SeatView, TableView


class Deals:
    """Source of positions as a seat, or as everybody, may believe them."""

    def __init__(self, box: Box, position: Position, known: Sequence[Objects], rng: random.Random) -> None:
        """Prepare the deals, from one seat's or from public knowledge.

        ``position`` has all open data, and in ``hands`` each seat's number of objects. ``known`` are those that are
        known."""
        self._position = position
        self._known = known
        self._missing = [count - size(hand) for count, hand in zip(position.hands, known, strict=True)]
        self._dealt = sum(self._missing)
        seen = position.faces[0] | position.faces[1]
        for hand in known:
            seen |= hand
        self._unseen = list(each(box.all & ~seen))
        self._sample = rng.sample
        self._purses: list[tuple[int, tuple[int, ...], int]] = []

    def guess_cheques(self, seat: int, possible: Sequence[int], count: int) -> None:
        """Let a seat have ``count`` of the possible cheques, which are not known."""
        self._purses.append((seat, tuple(possible), count))

    def __call__(self) -> Position:
        """Return a random position."""
        unseen = self._sample(self._unseen, self._dealt)
        hands = list(self._known)
        first = 0
        for seat, missing in enumerate(self._missing):
            if missing:
                hands[seat] |= sum(unseen[first : first + missing])
                first += missing
        position = self._position._replace(hands=hands)
        if not self._purses:
            return position
        cheques = position.cheques[:]
        for seat, possible, count in self._purses:
            cheques[seat] = sum(1 << cheque for cheque in self._sample(possible, count))
        return position._replace(cheques=cheques)


def deals_of(view: TableView, mine: PrivateView | None, rng: random.Random) -> Deals:
    """Return the deals as a seat may believe them.

    ``mine`` is what only that seat knows. With None, the deals use public knowledge."""
    box = box_of(view)
    own = None if mine is None else mine.seat
    on_show = [box.set_of(seat.exhibition) for seat in view.seats]
    known = [shown | box.set_of(seat.known_objects or ()) for seat, shown in zip(view.seats, on_show, strict=True)]
    if mine is not None:
        known[mine.seat] = on_show[mine.seat] | box.set_of(mine.objects)
    counts = [seat.hand + size(shown) for seat, shown in zip(view.seats, on_show, strict=True)]
    faces = [NONE if window.object is None else box.bits[window.object.id] for window in view.windows]
    position = Position(
        pawns=[seat.space for seat in view.seats],
        hands=counts,
        cheques=[0 if purse is None else _bits(purse) for purse in _purses(view.seats, mine)],
        thieves=[_bits(seat.thieves) for seat in view.seats],
        cells=[(thief.value, thief.seat) for thief in view.cells if thief is not None],
        left=sum(window.pile for window in view.windows),
        faces=(faces[0], faces[1]),
    )
    deals = Deals(box, position, known, rng)
    for seat in view.seats:
        if seat.seat != own and seat.known_cheques is None:
            deals.guess_cheques(seat.seat, seat.starting_cheques, min(seat.cheques, len(seat.starting_cheques)))
    return deals


def _purses(seats: Sequence[SeatView], mine: PrivateView | None) -> list[tuple[int, ...] | None]:
    return [mine.cheques if mine is not None and seat.seat == mine.seat else seat.known_cheques for seat in seats]


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)
