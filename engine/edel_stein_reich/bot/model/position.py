"""What everybody has, as a bot plays on from it."""

from typing import NamedTuple, TypeVar

from engine.edel_stein_reich.choices import Choice, Exchange, Return, Score, Swap, Take, Word
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, Colour, Gems, common, gems_of, minus, plus, some
from engine.edel_stein_reich.rules.scoring import MAJORITY, SHARED_RETURN
from engine.edel_stein_reich.view_types import EventCardView, FaceView, TableView

T = TypeVar("T")

PAYS = tuple(MAJORITY[colour] for colour in COLOURS)
"""What most gems of each colour pay, in millions (E7.1)."""

Column = tuple[int, ...]
"""A number for each seat."""


class Position(NamedTuple):
    """What everybody has; an entry per seat."""

    supply: Gems
    money: tuple[float, ...]
    gems: tuple[Gems, ...]
    certificates: tuple[int, ...]
    sole: tuple[Column, ...]
    """What a sole majority pays each seat extra, by colour."""
    sole_certificates: Column
    """What a sole majority of certificates pays each seat extra."""
    by_gem: tuple[Column, ...]
    """What each gem pays each seat, by colour."""

    def paid(self, seat: int, money: float) -> "Position":
        """With more money for a seat."""
        return self._replace(money=_with(self.money, seat, self.money[seat] + money))

    def taken(self, seat: int, gems: Gems) -> "Position":
        """With gems of the supply for a seat, as far as it has them."""
        gems = common(gems, self.supply)
        held = _with(self.gems, seat, plus(self.gems[seat], gems))
        return self._replace(gems=held, supply=minus(self.supply, gems))

    def returned(self, seat: int, gems: Gems) -> "Position":
        """With a seat's gems back in the supply."""
        held = _with(self.gems, seat, minus(self.gems[seat], gems))
        return self._replace(gems=held, supply=plus(self.supply, gems))

    def handed(self, giver: int, taker: int, gems: Gems) -> "Position":
        """With one seat's gems given to another."""
        held = _with(self.gems, giver, minus(self.gems[giver], gems))
        return self._replace(gems=_with(held, taker, plus(held[taker], gems)))

    def with_card(self, seat: int, card: EventCardView | FaceView) -> "Position":
        """With a scoring card in front of a seat."""
        if card.effect == "certificate":
            return self._replace(certificates=_with(self.certificates, seat, self.certificates[seat] + 1))
        columns = self.by_gem if card.effect == "per_gem" else self.sole
        for colour in card.colours or COLOURS:
            place = Colour(colour).place
            columns = _with(columns, place, _with(columns[place], seat, columns[place][seat] + card.pays))
        if card.effect == "per_gem":
            return self._replace(by_gem=columns)
        extra = self.sole_certificates[seat] + (card.pays if card.certificates else 0)
        return self._replace(sole=columns, sole_certificates=_with(self.sole_certificates, seat, extra))

    def after(self, seat: int, choice: Choice, card: EventCardView | None) -> "Position":
        """Once the seat has carried out an event card, returned or chosen a gem in this way."""
        match choice:
            case Score(colour):
                return self._scored(colour)
            case Word.FOUR_EACH if card is not None:
                return self._four_each(seat, tuple(map(Colour, card.colours)))
            case Swap(other, gives, takes):
                given = self.handed(seat, other, ONE_EACH[gives.place])
                return given.handed(other, seat, ONE_EACH[takes.place])
            case Word.RETURN_ONE:
                return self._dearest_returned(seat)
            case Return(other, colour):
                return self.returned(other, ONE_EACH[colour.place])
            case Take(colour):
                return self.taken(seat, some(colour, 3 if card is not None else 1))
            case Exchange(gives, takes):
                return self.returned(seat, ONE_EACH[gives.place]).taken(seat, gems_of(takes))
            case Word.HALVE:
                return self._halved()
        return self

    def _scored(self, colour: Colour) -> "Position":
        column = [held[colour.place] for held in self.gems]
        if not any(column):
            return self
        most = [seat for seat, number in enumerate(column) if number == max(column)]
        back = (max(column) + 1) // 2 if len(most) == 1 else min(SHARED_RETURN, max(column))
        position = self
        for seat in most:
            position = position.paid(seat, PAYS[colour.place] // len(most)).returned(seat, some(colour, back))
        return position

    def _four_each(self, seat: int, colours: tuple[Colour, ...]) -> "Position":
        position = self
        for colour in colours:
            missing = 4 - self.gems[seat][colour.place]
            if missing < 0:
                position = position.returned(seat, some(colour, -missing))
            else:
                position = position.taken(seat, some(colour, missing))
        return position

    def _dearest_returned(self, seat: int) -> "Position":
        position = self
        for other, held in enumerate(self.gems):
            if other != seat and any(held):
                dearest = next(place for place, number in enumerate(held) if number)
                position = position.returned(other, ONE_EACH[dearest])
        return position

    def _halved(self) -> "Position":
        position = self
        for seat, held in enumerate(self.gems):
            position = position.returned(seat, Gems(*(number // 2 for number in held)))
        return position


def position_in(view: TableView) -> Position:
    """The position at a table."""
    seats = view.seats
    nothing = ((0,) * len(seats),) * len(COLOURS)
    position = Position(
        supply=view.supply,
        money=tuple(float(seat.money) for seat in seats),
        gems=tuple(seat.gems for seat in seats),
        certificates=(0,) * len(seats),
        sole=nothing,
        sole_certificates=(0,) * len(seats),
        by_gem=nothing,
    )
    for seat in seats:
        for card in seat.cards:
            position = position.with_card(seat.seat, card)
    return position


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
