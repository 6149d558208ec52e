"""Position: what every seat has, as a bot simulates the game from it."""

from typing import NamedTuple, TypeVar

from engine.edel_stein_reich.choices import Choice, Exchange, Return, Score, Swap, Take, Word
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, Colour, Gems, common, gems_of, minus, plus, some
from engine.edel_stein_reich.rules.scoring import MAJORITY, SHARED_RETURN
from engine.edel_stein_reich.view_types import EventCardView, FaceView, TableView

T = TypeVar("T")

PAYS = tuple(MAJORITY[colour] for colour in COLOURS)
"""Pay of a majority of each colour, in millions (E7.1)."""

Column = tuple[int, ...]
"""A number for each seat."""


class Position(NamedTuple):
    """Possessions of all seats; one entry per seat."""

    supply: Gems
    money: tuple[float, ...]
    gems: tuple[Gems, ...]
    certificates: tuple[int, ...]
    sole: tuple[Column, ...]
    """Extra pay of a sole majority to each seat, by colour."""
    sole_certificates: Column
    """Extra pay of a sole majority of certificates to each seat."""
    by_gem: tuple[Column, ...]
    """Pay of each gem to each seat, by colour."""

    def pay(self, seat: int, money: float) -> "Position":
        """Add money to a seat."""
        return self._replace(money=_replace_seat(self.money, seat, self.money[seat] + money))

    def gain_gems(self, seat: int, gems: Gems) -> "Position":
        """Move gems from the supply to a seat, as far as the supply has them."""
        gems = common(gems, self.supply)
        held = _replace_seat(self.gems, seat, plus(self.gems[seat], gems))
        return self._replace(gems=held, supply=minus(self.supply, gems))

    def lose_gems(self, seat: int, gems: Gems) -> "Position":
        """Move a seat's gems back to the supply."""
        held = _replace_seat(self.gems, seat, minus(self.gems[seat], gems))
        return self._replace(gems=held, supply=plus(self.supply, gems))

    def move_gems(self, giver: int, taker: int, gems: Gems) -> "Position":
        """Move one seat's gems to another."""
        held = _replace_seat(self.gems, giver, minus(self.gems[giver], gems))
        return self._replace(gems=_replace_seat(held, taker, plus(held[taker], gems)))

    def add_card(self, seat: int, card: EventCardView | FaceView) -> "Position":
        """Add a scoring card to a seat."""
        if card.effect == "certificate":
            return self._replace(certificates=_replace_seat(self.certificates, seat, self.certificates[seat] + 1))
        columns = self.by_gem if card.effect == "per_gem" else self.sole
        for colour in card.colours or COLOURS:
            place = Colour(colour).place
            columns = _replace_seat(
                columns, place, _replace_seat(columns[place], seat, columns[place][seat] + card.pays)
            )
        if card.effect == "per_gem":
            return self._replace(by_gem=columns)
        extra = self.sole_certificates[seat] + (card.pays if card.certificates else 0)
        return self._replace(sole=columns, sole_certificates=_replace_seat(self.sole_certificates, seat, extra))

    def apply_choice(self, seat: int, choice: Choice, card: EventCardView | None) -> "Position":
        """Apply a seat's use of an event card, its returned gem or its free choice."""
        match choice:
            case Score(colour):
                return self._score(colour)
            case Word.FOUR_EACH if card is not None:
                return self._four_each(seat, tuple(map(Colour, card.colours)))
            case Swap(other, gives, takes):
                given = self.move_gems(seat, other, ONE_EACH[gives.place])
                return given.move_gems(other, seat, ONE_EACH[takes.place])
            case Word.RETURN_ONE:
                return self._dearest_returned(seat)
            case Return(other, colour):
                return self.lose_gems(other, ONE_EACH[colour.place])
            case Take(colour):
                return self.gain_gems(seat, some(colour, 3 if card is not None else 1))
            case Exchange(gives, takes):
                return self.lose_gems(seat, ONE_EACH[gives.place]).gain_gems(seat, gems_of(takes))
            case Word.HALVE:
                return self._halve()
        return self

    def _score(self, colour: Colour) -> "Position":
        column = [held[colour.place] for held in self.gems]
        if not any(column):
            return self
        most = [seat for seat, number in enumerate(column) if number == max(column)]
        back = (max(column) + 1) // 2 if len(most) == 1 else min(SHARED_RETURN, max(column))
        position = self
        for seat in most:
            position = position.pay(seat, PAYS[colour.place] // len(most)).lose_gems(seat, some(colour, back))
        return position

    def _four_each(self, seat: int, colours: tuple[Colour, ...]) -> "Position":
        position = self
        for colour in colours:
            missing = 4 - self.gems[seat][colour.place]
            if missing < 0:
                position = position.lose_gems(seat, some(colour, -missing))
            else:
                position = position.gain_gems(seat, some(colour, missing))
        return position

    def _dearest_returned(self, seat: int) -> "Position":
        position = self
        for other, held in enumerate(self.gems):
            if other != seat and any(held):
                dearest = next(place for place, number in enumerate(held) if number)
                position = position.lose_gems(other, ONE_EACH[dearest])
        return position

    def _halve(self) -> "Position":
        position = self
        for seat, held in enumerate(self.gems):
            position = position.lose_gems(seat, Gems(*(number // 2 for number in held)))
        return position


def position_in(view: TableView) -> Position:
    """Return the position that a view shows."""
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
            position = position.add_card(seat.seat, card)
    return position


def _replace_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
