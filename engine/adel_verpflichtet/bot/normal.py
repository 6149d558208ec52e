"""Normal bot: estimates each card's chance to win, and draws among the good ones.

It assumes that the others play what is usual. It reads its seat's view and its ask. If nothing has moved for some
rounds, it also reads what everybody did in them. Its reasons can be told from its hand, but its card cannot be
predicted for sure."""

import copy
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from engine.adel_verpflichtet.bot import past_actions as kinds
from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.cards import CASTLE, CASTLE_THIEF, DETECTIVE, CardCode, location_of
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import options_of
from engine.adel_verpflichtet.bot.model.position import Position, cards_at, locations_of, numbers
from engine.adel_verpflichtet.bot.model.rounds import play_round
from engine.adel_verpflichtet.bot.model.weights import Weights, learnt
from engine.adel_verpflichtet.bot.picks import weigh_picks
from engine.adel_verpflichtet.bot.regrets import draw, shares, soft_best
from engine.adel_verpflichtet.bot.stalemate import NONE as NO_STALEMATE
from engine.adel_verpflichtet.bot.stalemate import Stalemate, stalemate_of
from engine.adel_verpflichtet.choices import Choice, Location, Pick
from engine.adel_verpflichtet.view_types import PrivateView, TableView
from engine.core.asks import Ask
from engine.core.game import PastAction

C = TypeVar("C")

COOLNESS = 100.0
"""Firmness of the preference: e to this power times as often per chance of 1 more."""

PICKY = 4.0
"""Factor by which the better objects are preferred more firmly.

They leave nothing to guess."""

DEALS = 12
"""Number of deals over which cards are valued."""

PICK_DEALS = 4
"""Number of deals over which objects are valued."""


class NormalBot:
    """Bot of the level ``normal``."""

    learns = False
    """False: it uses the actions only to detect a stalemate."""

    def __init__(self, coolness: float = COOLNESS, weights: Callable[[], Weights] = learnt) -> None:
        self._coolness = coolness
        self._weights = weights
        self._past_actions: Sequence[PastAction] = ()

    def with_past_actions(self, past_actions: Sequence[PastAction]) -> "NormalBot":
        """Return the same bot with these actions."""
        bot = copy.copy(self)
        bot._past_actions = past_actions
        return bot

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """Return a choice, drawn by its chances.

        Raises ValueError for the public's view, which has no hand."""
        mine = view.mine
        if mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        choices, weights = ask.choices, self._weights()
        if len(choices) == 1:
            return choices[0]
        picks = [choice for choice in choices if isinstance(choice, Pick)]
        if picks:
            chances = weigh_picks(view, mine, picks, weights.prospects_at(view), rng, PICK_DEALS)
            return draw_choice(picks, chances, self._coolness * PICKY, rng)
        stalemate = stalemate_of(self._past_actions, view.round)
        weighing = Weighing(view, mine, weights, self._coolness, rng, stalemate)
        return draw_choice(choices, weighing.chances(choices), self._coolness, rng)


class Weighing:
    """Chances of one seat to win by each of its cards this round."""

    def __init__(
        self,
        view: TableView,
        mine: PrivateView,
        weights: Weights,
        coolness: float,
        rng: random.Random,
        stalemate: Stalemate = NO_STALEMATE,
    ) -> None:
        self._seat = mine.seat
        self._at = [location_of(seat, view.place) for seat in view.seats]
        self._box = box_of(view)
        self._prospects = weights.prospects_at(view)
        self._others = weights.usual_at(view)
        self._coolness = coolness
        self._deal = deals_of(view, mine, rng)
        self._random = rng.random
        self._stalemate = stalemate

    def chances(self, choices: Sequence[Choice]) -> list[float]:
        """Return the chance to win by each choice; of a location, by the cards for it."""
        options = options_of(choices, self._at[self._seat])
        if not isinstance(choices[0], Location):
            found = self._weigh(list(dict.fromkeys(options)))
            return [found[option] for option in options]
        position = self._deal()
        there = {option: cards_at(self._box, position, self._seat, option) for option in options}
        found = self._weigh([card for cards in there.values() for card in cards])
        return [soft_best([found[card] for card in there[option]], self._coolness) for option in options]

    def _weigh(self, cards: Sequence[CardCode]) -> dict[CardCode, float]:
        """Return the seat's mean chance to win by each card, over some deals."""
        totals = dict.fromkeys(cards, 0.0)
        for _ in range(DEALS):
            position = self._deal()
            joint = [self._usual(position, seat) for seat in range(len(position.pawns))]
            for card in totals:
                joint[self._seat] = card
                after = play_round(self._box, position, joint)
                totals[card] += self._prospects.chances(after)[self._seat]
        return {card: total / DEALS for card, total in totals.items()}

    def _usual(self, position: Position, seat: int) -> CardCode:
        """Draw a usual card of a seat, with the hand it has in a position."""
        location = self._at[seat]
        again = self._repeat_card(position, seat) if self._stalemate.share else None
        if again is not None:
            return again
        if location is None:
            places = locations_of(position, seat)
            location = draw(places, self._others.locations(places), self._random())
        cards = cards_at(self._box, position, seat, location)
        return draw(cards, self._others.cards(cards), self._random())

    def _repeat_card(self, position: Position, seat: int) -> CardCode | None:
        """Return the card of the last round if a stalemate makes the seat repeat it.

        None otherwise."""
        is_elsewhere = self._at[seat] not in (None, CASTLE)
        if is_elsewhere or self._random() >= self._stalemate.share:
            return None
        match self._stalemate.last.get(seat):
            case kinds.DETECTS:
                return DETECTIVE
            case kinds.BURGLES if position.thieves[seat]:
                return CASTLE_THIEF + max(numbers(position.thieves[seat]))
        return None


def draw_choice(choices: Sequence[C], chances: Sequence[float], coolness: float, rng: random.Random) -> C:
    """Draw one of the choices: the better its chance, the more often."""
    return choices[draw(range(len(choices)), shares(chances, coolness), rng.random())]
