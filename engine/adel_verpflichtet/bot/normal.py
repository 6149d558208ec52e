"""A sensible opponent: it weighs what each card may bring, in spaces on the track, and draws among the good ones.

It reads its seat's view and its ask, nothing else. Whoever sees its hand can say why it played a card; nobody can say
for sure what it will play."""

import math
import random
from collections.abc import Sequence
from typing import TypeVar

from engine.adel_verpflichtet.bot.opponents import (
    COOLNESS,
    EXPOSED,
    SMALLEST,
    Expectations,
    expected_size,
    likely_larger,
)
from engine.adel_verpflichtet.bot.values import taste_for
from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction, Pick, Verb
from engine.adel_verpflichtet.rules import auction, castle
from engine.adel_verpflichtet.view_types import Mine, SeatView, TableView
from engine.core.asks import Ask

C = TypeVar("C")

PICKY = 3.0
"""How much more firmly the better objects are preferred than the better cards: they leave nothing to guess."""

HARM = 0.3
"""What somebody else's loss of an object counts against an own gain."""


class NormalBot:
    """The bot of the level ``normal``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask, drawn by its prospects. Raises ValueError for the public's view: it has no hand."""
        mine = view.mine
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices = ask.choices
        match choices[0]:
            case Pick(verb):
                taste = {Verb.BUY: self._purchase, Verb.SHOW: self._exhibition, Verb.STEAL: self._theft}[verb]
                picks = [choice for choice in choices if isinstance(choice, Pick)]
                return drawn(choices, taste(view, mine, [pick.objects for pick in picks]), rng, COOLNESS * PICKY)
        weigh = Weighing(view, mine)
        return drawn(choices, [weigh.choice(choice) for choice in choices], rng, COOLNESS)

    def _purchase(self, view: TableView, mine: Mine, picks: Sequence[Sequence[str]]) -> list[float]:
        taste = taste_for(view.series)
        return [taste.gain(_ids(mine), bought) for bought in picks]

    def _exhibition(self, view: TableView, mine: Mine, picks: Sequence[Sequence[str]]) -> list[float]:
        """Facing others, enough to win; alone, or as far as it does not matter, little that thieves may spoil."""
        thieves = sum(_plays(seat, Card.THIEF) and seat.location == Location.CASTLE.value for seat in view.seats)
        best, second = (view.castle.best, view.castle.second) if view.castle is not None else (0, 0)
        rivals = [expected_size(seat) for seat in view.seats if seat.seat != mine.seat and _plays(seat, Card.EXHIBIT)]
        taste = taste_for(view.series)
        pains = {thing.id: taste.loss(_ids(mine), (thing.id,)) for thing in mine.objects} if thieves else {}
        prospects = []
        for shown in picks:
            larger = [likely_larger(size, len(shown) + 0.5) for size in rivals]
            is_best = math.prod(1 - chance for chance in larger)
            is_second = sum(chance * is_best / (1 - chance) for chance in larger)
            pain = EXPOSED * sum(sorted((pains[name] for name in shown), reverse=True)[:thieves]) if thieves else 0.0
            prospects.append(is_best * best + is_second * second - pain - 0.1 * (len(shown) - SMALLEST))
        return prospects

    def _theft(self, view: TableView, mine: Mine, picks: Sequence[Sequence[str]]) -> list[float]:
        """What helps the own collection most and hurts the owners, the leaders above all."""
        taste = taste_for(view.series)
        pains: dict[str, float] = {}
        for seat in view.seats:
            shown = [thing.id for thing in seat.exhibition]
            if seat.seat != mine.seat:
                pains |= {name: taste.loss(shown, (name,)) * (1.5 if seat.place == 1 else 1.0) for name in shown}
        # what was one's own comes back without having been lost
        return [taste.gain(_ids(mine), taken) + HARM * sum(pains.get(name, 0.0) for name in taken) for taken in picks]


class Weighing:
    """What the cards of one seat may bring this round."""

    def __init__(self, view: TableView, mine: Mine) -> None:
        self._mine = mine
        self._location = view.seats[mine.seat].location or view.place
        self._expected = Expectations(view)
        size = len(mine.best_exhibition) + 0.5
        self._larger = [likely_larger(expected_size(seat), size) for seat in view.seats]
        on_sale = [window.object.id for window in view.windows if window.object is not None]
        taste = taste_for(view.series)
        self._wish = max((taste.gain(_ids(mine), (thing,)) for thing in on_sale), default=0.0)

    def choice(self, choice: Choice) -> float:
        """What a location, an action, or both at once bring. Raises ValueError for what is no card, and for an action
        before the seat is anywhere."""
        match choice:
            case Location():
                return soft_best([self._action(choice, action) for action in _hand_at(self._mine, choice)])
            case LocationAction(location, action):
                return self._action(location, action)
            case Action() if self._location is not None:
                return self._action(Location(self._location), choice)
        raise ValueError(f"no card: {choice}")

    def _action(self, location: Location, action: Action) -> float:
        seat = self._mine.seat
        match location, action.card:
            case Location.AUCTION_HOUSE, Card.CHEQUE:
                return self._expected.buy(seat, action.value, self._expected.higher(action.value), self._wish)
            case Location.AUCTION_HOUSE, _:
                return self._expected.raid(seat)
            case _, Card.EXHIBIT:
                return self._expected.exhibit(seat, self._larger)
            case _, Card.THIEF:
                return self._expected.burgle(seat)
        return self._expected.detect(seat)


def drawn(choices: Sequence[C], prospects: Sequence[float], rng: random.Random, coolness: float) -> C:
    """One of the choices, the better its prospect the more often (a softmax)."""
    best = max(prospects)
    weights = [math.exp(coolness * (prospect - best)) for prospect in prospects]
    left = rng.random() * sum(weights)
    for choice, weight in zip(choices, weights, strict=True):
        left -= weight
        if left < 0:
            return choice
    return choices[prospects.index(best)]


def soft_best(prospects: Sequence[float]) -> float:
    """What one may expect when choosing among these by ``drawn``."""
    best = max(prospects)
    weights = [math.exp(COOLNESS * (prospect - best)) for prospect in prospects]
    return sum(weight * prospect for weight, prospect in zip(weights, prospects, strict=True)) / sum(weights)


def _ids(mine: Mine) -> tuple[str, ...]:
    return tuple(thing.id for thing in mine.objects)


def _hand_at(mine: Mine, location: Location) -> tuple[Action, ...]:
    if location is Location.AUCTION_HOUSE:
        return auction.cards(mine.cheques, mine.thieves)
    return castle.cards(mine.thieves, mine.can_exhibit)


def _plays(seat: SeatView, card: Card) -> bool:
    return seat.action is not None and seat.action.card == card.value
