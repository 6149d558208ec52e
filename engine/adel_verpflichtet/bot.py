"""A sensible opponent: it weighs what each card may bring, in spaces on the track, and draws among the good ones.

It reads its seat's view and its ask, nothing else. An object is worth about as much as one space: it makes an
exhibition larger, and the larger one moves. Whoever sees its hand can say why it played a card; nobody can say for
sure what it will play."""

import math
import random
from collections.abc import Sequence
from typing import TypeVar

from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction, Pick, Verb
from engine.adel_verpflichtet.taste import best_run, gain, loss
from engine.adel_verpflichtet.view import Mine, SeatView, TableView
from engine.core.asks import Ask

C = TypeVar("C")

COOLNESS = 1.6
"""How firmly the better card is preferred: e to this power times as often for each space it brings more."""

SMALLEST = 3
"""Objects of the smallest exhibition (A5.1)."""

ARREST = 1.2
"""What it costs, in spaces, to have a thief in the cells."""

SPENT = 0.045
"""What a cheque of a thousand is worth, in spaces, while there is something left to buy."""

OTHER_THIEF = 0.25
"""How likely a rival at the auction house plays a thief."""

CHEQUE_LOOT = 1.3
"""What a stolen cheque is worth, in spaces."""


class NormalBot:
    """The bot of the level ``normal``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask, drawn by its prospects."""
        mine = view.mine
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices = ask.choices
        return drawn(choices, [self._prospect(view, mine, choice, choices) for choice in choices], rng)

    def _prospect(self, view: TableView, mine: Mine, choice: Choice, choices: Sequence[Choice]) -> float:
        match choice:
            case Location():
                return self._location(view, mine, choice)
            case LocationAction(location, action):
                return self._action(view, mine, action, location)
            case Action():
                here = Location(view.seats[mine.seat].location or Location.CASTLE)
                return self._action(view, mine, choice, here)
            case Pick(Verb.BUY, bought):
                return 3 * gain(_ids(mine), bought)
            case Pick(Verb.SHOW, shown):
                return self._exhibition(view, mine, shown)
            case Pick(Verb.STEAL, taken):
                return 3 * (gain(_ids(mine), taken) + 0.3 * self._harm(view, mine, taken))
        raise ValueError(f"an unknown choice: {choice} among {choices}")

    def _location(self, view: TableView, mine: Mine, location: Location) -> float:
        return soft_best([self._action(view, mine, action, location) for action in _hand_at(mine, location)])

    def _action(self, view: TableView, mine: Mine, action: Action, location: Location) -> float:
        rivals = [seat for seat in view.seats if seat.seat != mine.seat]
        if location is Location.AUCTION_HOUSE:
            there = [seat for seat in rivals if seat.location in (None, location.value)]
            crowd = sum(_leaning(seat, location) for seat in there)
            return self._cheque(view, mine, action.value, there) if action.card is Card.CHEQUE else _raid(crowd)
        there = [seat for seat in rivals if seat.location in (None, location.value)]
        match action.card:
            case Card.EXHIBIT:
                return self._show(view, mine, there)
            case Card.THIEF:
                return self._burgle(there)
        return self._watch(view, mine, there)

    def _cheque(self, view: TableView, mine: Mine, value: int, there: Sequence[SeatView]) -> float:
        on_sale = [window.object.id for window in view.windows if window.object is not None]
        wish = max((gain(_ids(mine), (thing,)) for thing in on_sale), default=0.0)
        wins = math.prod(1 - _leaning(seat, Location.AUCTION_HOUSE) * _beats(seat, value) for seat in there)
        left = sum(window.pile for window in view.windows)
        price = SPENT * value * min(1.0, left / (2 * len(view.seats)))
        return wins * (1.1 + wish - price)

    def _show(self, view: TableView, mine: Mine, there: Sequence[SeatView]) -> float:
        best, second = (view.castle.best, view.castle.second) if view.castle is not None else (0, 0)
        size = len(mine.best_exhibition)
        ahead = [_shows(seat) * _has_larger(seat, size) for seat in there]
        is_best = math.prod(1 - chance for chance in ahead)
        is_second = sum(chance * is_best / (1 - chance) for chance in ahead if chance < 1)
        thefts = sum(_leaning(seat, Location.CASTLE) * _robs(seat) for seat in there)
        return is_best * best + min(1 - is_best, is_second) * second - 0.9 * thefts

    def _burgle(self, there: Sequence[SeatView]) -> float:
        shows = sum(_shows(seat) for seat in there)
        caught = 1 - math.prod(1 - _leaning(seat, Location.CASTLE) * _watches(seat) for seat in there)
        return 1.5 * min(shows, 2.0) - ARREST * caught

    def _watch(self, view: TableView, mine: Mine, there: Sequence[SeatView]) -> float:
        nobody = math.prod(1 - _leaning(seat, Location.CASTLE) * _robs(seat) for seat in there)
        return (1 - nobody) * view.seats[mine.seat].place

    def _exhibition(self, view: TableView, mine: Mine, shown: Sequence[str]) -> float:
        """Facing others, the largest; alone, one that thieves may spoil."""
        rivals = [seat for seat in view.seats if seat.seat != mine.seat and _exhibits(seat)]
        thieves = sum(1 for seat in view.seats if seat.action is not None and seat.action.card == Card.THIEF.value)
        thieves -= sum(1 for seat in view.seats if seat.location == Location.AUCTION_HOUSE.value and _is_thief(seat))
        at_risk = thieves * max((loss(_ids(mine), (thing,)) for thing in shown), default=0.0)
        if not rivals:
            return -0.4 * (len(shown) - SMALLEST) - 2 * at_risk
        wins = math.prod(1 - _has_larger(seat, len(shown)) for seat in rivals)
        return 6 * wins - 2 * at_risk

    def _harm(self, view: TableView, mine: Mine, taken: Sequence[str]) -> float:
        """What the owners lose, the leaders' loss counting more."""
        harm = 0.0
        for seat in view.seats:
            shown = [thing.id for thing in seat.exhibition]
            lost = [thing for thing in taken if thing in shown]
            if lost and seat.seat != mine.seat:
                harm += loss(shown, lost) * (1.5 if seat.place == 1 else 1.0)
        return harm


def drawn(choices: Sequence[C], prospects: Sequence[float], rng: random.Random) -> C:
    """One of the choices, the better its prospect the more often (a softmax, cut off far below the best)."""
    best = max(prospects)
    weights = [math.exp(COOLNESS * max(each - best, -4.0)) for each in prospects]
    return rng.choices(choices, weights)[0]


def soft_best(prospects: Sequence[float]) -> float:
    """What one may expect when choosing among these by ``drawn``."""
    best = max(prospects)
    weights = [math.exp(COOLNESS * (each - best)) for each in prospects]
    return sum(weight * each for weight, each in zip(weights, prospects, strict=True)) / sum(weights)


def _ids(mine: Mine) -> tuple[str, ...]:
    return tuple(thing.id for thing in mine.objects)


def _hand_at(mine: Mine, location: Location) -> list[Action]:
    thieves = [Action(Card.THIEF, value) for value in mine.thieves]
    if location is Location.AUCTION_HOUSE:
        return [*(Action(Card.CHEQUE, value) for value in mine.cheques), *thieves]
    exhibit = [Action(Card.EXHIBIT)] if mine.can_exhibit else []
    return [*exhibit, *thieves, Action(Card.DETECTIVE)]


def _leaning(seat: SeatView, location: Location) -> float:
    """How likely a rival is at that location: for sure once the cards are open."""
    if seat.location is not None:
        return float(seat.location == location.value)
    auction = 0.25 + 0.08 * min(seat.cheques, 4) - 0.02 * seat.hand
    auction = min(0.6, max(0.1, auction)) if seat.cheques else 0.15
    return auction if location is Location.AUCTION_HOUSE else 1 - auction


def _exhibits(seat: SeatView) -> bool:
    return seat.action is not None and seat.action.card == Card.EXHIBIT.value


def _is_thief(seat: SeatView) -> bool:
    return seat.action is not None and seat.action.card == Card.THIEF.value


def _shows(seat: SeatView) -> float:
    """How likely a rival exhibits this round."""
    if seat.action is not None:
        return float(_exhibits(seat))
    return _leaning(seat, Location.CASTLE) * min(0.65, 0.14 * max(0, seat.hand - 2))


def _robs(seat: SeatView) -> float:
    """How likely a rival at the castle plays a thief."""
    return 0.0 if not seat.thieves else 0.3 if len(seat.thieves) > 1 else 0.22


def _watches(seat: SeatView) -> float:
    """How likely a rival at the castle plays the detective; the hindmost gain most by it."""
    return 0.15 + 0.06 * (seat.place - 1)


def _has_larger(seat: SeatView, size: int) -> float:
    """How likely a rival's exhibition is larger than one of that size."""
    seen = len(best_run([thing.id for thing in seat.known_objects or ()]))
    expected = max(0.62 * seat.hand + 0.6, float(seen))
    return 1 / (1 + math.exp(1.3 * (size + 0.5 - expected)))


def _beats(seat: SeatView, value: int) -> float:
    """How likely a rival at the auction house has laid down a higher cheque."""
    held = seat.known_cheques if seat.known_cheques is not None else seat.starting_cheques
    if not held or not seat.cheques:
        return 0.0
    return 0.75 * sum(cheque > value for cheque in held) / len(held)


def _raid(crowd: float) -> float:
    """What a thief at the auction house may bring: the cheque paid, if no other thief comes."""
    is_alone: float = (1 - OTHER_THIEF) ** max(0.0, crowd - 1)
    return CHEQUE_LOOT * (1 - math.exp(-crowd)) * is_alone


LEVELS = {"normal": NormalBot()}
"""The bots by level."""
