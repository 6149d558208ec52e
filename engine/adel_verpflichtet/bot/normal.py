"""A sensible opponent: it looks at how likely it is to win by each card, if the others play what is usually played, and
draws among the good ones.

It reads its seat's view and its ask; and where nothing has moved for some rounds, what everybody did in them. Whoever
sees its hand can say why it played a card; nobody can say for sure what it will play."""

import copy
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.adel_verpflichtet.bot import deeds as kinds
from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.cards import CASTLE, CASTLE_THIEF, DETECTIVE, CardCode, where
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import options_of
from engine.adel_verpflichtet.bot.model.position import Position, cards_at, locations_of, numbers
from engine.adel_verpflichtet.bot.model.rounds import played
from engine.adel_verpflichtet.bot.model.weights import Weights, learnt
from engine.adel_verpflichtet.bot.picks import weighed
from engine.adel_verpflichtet.bot.regrets import drawn, shares, soft_best
from engine.adel_verpflichtet.bot.stalemate import NONE as NO_STALEMATE
from engine.adel_verpflichtet.bot.stalemate import Stalemate, stalemate_of
from engine.adel_verpflichtet.choices import Choice, Location, Pick
from engine.adel_verpflichtet.view_types import Mine, TableView
from engine.core.asks import Ask
from engine.core.game import Deed

C = TypeVar("C")

COOLNESS = 100.0
"""How firmly the better card is preferred: e to this power times as often as one with no chance, were it sure to
win."""

PICKY = 4.0
"""How much more firmly the better objects are preferred: they leave nothing to guess."""

DEALS = 12
"""Over how many deals cards are weighed."""

PICK_DEALS = 4
"""The same for objects."""


class NormalBot:
    """The bot of the level ``normal``."""

    learns = False
    """It goes by deeds only to see that the table is stuck."""

    def __init__(self, coolness: float = COOLNESS, weights: Callable[[], Weights] = learnt) -> None:
        self._coolness = coolness
        self._weights = weights
        self._deeds: Sequence[Deed] = ()

    def knowing(self, deeds: Sequence[Deed]) -> "NormalBot":
        """The same bot as one that knows of these deeds."""
        bot = copy.copy(self)
        bot._deeds = deeds
        return bot

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask, drawn by its prospects. Raises ValueError for the public's view: it has no hand."""
        mine = view.mine
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices, weights = ask.choices, self._weights()
        if len(choices) == 1:
            return choices[0]
        picks = [choice for choice in choices if isinstance(choice, Pick)]
        if picks:
            chances = weighed(view, mine, picks, weights.prospects_at(view), rng, PICK_DEALS)
            return taken(picks, chances, self._coolness * PICKY, rng)
        stalemate = stalemate_of(self._deeds, view.round)
        weighing = Weighing(view, mine, weights, self._coolness, rng, stalemate)
        return taken(choices, weighing.chances(choices), self._coolness, rng)


class Weighing:
    """How likely one seat is to win by each of its cards this round."""

    def __init__(
        self,
        view: TableView,
        mine: Mine,
        weights: Weights,
        coolness: float,
        rng: random.Random,
        stalemate: Stalemate = NO_STALEMATE,
    ) -> None:
        self._seat = mine.seat
        self._at = [where(seat, view.place) for seat in view.seats]
        self._box = box_of(view)
        self._prospects = weights.prospects_at(view)
        self._others = weights.usual_at(view)
        self._coolness = coolness
        self._deal = deals_of(view, mine, rng)
        self._random = rng.random
        self._stalemate = stalemate

    def chances(self, choices: Sequence[Choice]) -> list[float]:
        """How likely it is to win by each of the choices: of a location, by what may be played there."""
        options = options_of(choices, self._at[self._seat])
        if not isinstance(choices[0], Location):
            found = self._weighed(list(dict.fromkeys(options)))
            return [found[option] for option in options]
        position = self._deal()
        there = {option: cards_at(self._box, position, self._seat, option) for option in options}
        found = self._weighed([card for cards in there.values() for card in cards])
        return [soft_best([found[card] for card in there[option]], self._coolness) for option in options]

    def _weighed(self, cards: Sequence[CardCode]) -> dict[CardCode, float]:
        """How likely the seat is to win by each card, on the average over some deals."""
        totals = dict.fromkeys(cards, 0.0)
        for _ in range(DEALS):
            position = self._deal()
            joint = [self._usual(position, seat) for seat in range(len(position.pawns))]
            for card in totals:
                joint[self._seat] = card
                after = played(self._box, position, joint)
                totals[card] += self._prospects.chances(after)[self._seat]
        return {card: total / DEALS for card, total in totals.items()}

    def _usual(self, position: Position, seat: int) -> CardCode:
        """What a seat may play with the hand it has in a position."""
        location = self._at[seat]
        again = self._again(position, seat) if self._stalemate.share else None
        if again is not None:
            return again
        if location is None:
            places = locations_of(position, seat)
            location = drawn(places, self._others.locations(places), self._random())
        cards = cards_at(self._box, position, seat, location)
        return drawn(cards, self._others.cards(cards), self._random())

    def _again(self, position: Position, seat: int) -> CardCode | None:
        """What it did in the last round, where the table is stuck in that; None where something else is expected."""
        is_elsewhere = self._at[seat] not in (None, CASTLE)
        if is_elsewhere or self._random() >= self._stalemate.share:
            return None
        match self._stalemate.last.get(seat):
            case kinds.DETECTS:
                return DETECTIVE
            case kinds.BURGLES if position.thieves[seat]:
                return CASTLE_THIEF + max(numbers(position.thieves[seat]))
        return None


def taken(choices: Sequence[C], chances: Sequence[float], coolness: float, rng: random.Random) -> C:
    """One of the choices, the better its chance the more often."""
    return choices[drawn(range(len(choices)), shares(chances, coolness), rng.random())]
