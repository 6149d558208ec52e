"""Model of a turn: each seat's worth after each action, alone or in conflict."""

import math
from typing import NamedTuple

from engine.core.seats import Seat
from engine.edel_stein_reich.bot.model.position import Position, position_in
from engine.edel_stein_reich.bot.model.values import Values, Worths
from engine.edel_stein_reich.bot.model.weights import weights
from engine.edel_stein_reich.choices import Action, Choice, Exchange, Score, Swap, Take, Word
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, gems_of, holds, kinds, plus
from engine.edel_stein_reich.view_types import EventCardView, TableView

PAIRS = tuple((one, other) for place, one in enumerate(COLOURS) for other in COLOURS[place:])
"""Any two gems, in order of value."""


class EventPlan(NamedTuple):
    """Event card that a seat would take, and its use."""

    open_gain: float
    """Gain by the open card, in millions."""
    unseen_gain: float
    """Average gain by an unseen card, in millions."""
    past_action: Choice
    """Use of the open card."""

    @property
    def takes_open(self) -> bool:
        """True if the open card is the better one."""
        return self.open_gain >= self.unseen_gain


class Turn:
    """Model of one moment of a turn.

    Each seat's event card is evaluated once, in the present position. Actions carried out before it change little of
    that."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.position = position_in(view)
        self.values = Values(weights(), view)
        self.now = self.values.worths(self.position)
        shown = next((seat.gem_card for seat in view.seats if seat.gem_card), None)
        self.gem_cards = [seat.gem_card or shown for seat in view.seats]
        self._plans: dict[int, EventPlan] = {}

    def carry_out(self, position: Position, seat: int, action: Action) -> Position:
        """Return the position after a seat's action (E4).

        An unseen card is replaced by its average value."""
        if action is Action.EVENT:
            return self._take_event(position, seat)
        card = self.gem_cards[seat]
        if card is None:
            return position
        return position.pay(seat, card.money) if action is Action.MONEY else position.gain_gems(seat, card.gems)

    def act_alone(self, seat: int, action: Action) -> Worths:
        """Return everybody's worth after an action that only this seat chose."""
        if action is Action.FREE_CHOICE:
            return self._best_free_choice(seat, exchanges(self.position, seat))
        return self.values.worths(self.carry_out(self.position, seat, action))

    def share_choice(self, seat: int) -> Worths:
        """Return everybody's worth after a free choice that others made, too.

        The seat then takes a single gem (E4.4)."""
        return self._best_free_choice(seat, tuple(map(Take, kinds(self.position.supply))))

    def gain(self, seat: int, worths: Worths) -> float:
        """Return a seat's gain over the present position, in millions."""
        return self.values.rate(worths, seat) - self.values.rate(self.now, seat)

    def plan(self, seat: int) -> EventPlan:
        """Return the event card that the seat would take, and its use (E4.2)."""
        found = self._plans.get(seat)
        if found is None:
            before = self.values.outlook(self.position, seat)
            past_action, gain = self._best_event_action(seat, before)
            found = self._plans[seat] = EventPlan(gain, self._unseen_gain(seat, before), past_action)
        return found

    def _take_event(self, position: Position, seat: int) -> Position:
        plan, card = self.plan(seat), self.view.open_event
        if card is None or not plan.takes_open:
            return position.pay(seat, plan.unseen_gain)
        if card.scoring:
            return position.add_card(seat, card)
        if isinstance(plan.past_action, Swap) and not can_swap(position, seat, plan.past_action):
            return position
        return position.apply_choice(seat, plan.past_action, card)

    def _best_event_action(self, seat: int, before: float) -> tuple[Choice, float]:
        card = self.view.open_event
        if card is None:
            return Word.DECLINE, -math.inf
        if card.scoring:
            return Word.DECLINE, self.values.outlook(self.position.add_card(seat, card), seat) - before
        best: Choice = Word.DECLINE
        most = before
        for past_action in list_event_actions(self.position, seat, card):
            outlook = self.values.outlook(self.position.apply_choice(seat, past_action, card), seat)
            if outlook > most:
                best, most = past_action, outlook
        return best, most - before

    def _unseen_gain(self, seat: int, before: float) -> float:
        """Return the average gain of the face-down event cards.

        If none is left, the cards to be shuffled count."""
        view = self.view
        seen = [card.face for other in view.seats for card in other.cards]
        seen += [card.face for card in (view.open_event, view.event) if card is not None]
        if view.event_pile:
            seen += [card.face for card in view.event_cards_under]
        total = worth = 0.0
        for face in view.faces:
            left = face.copies - seen.count(face.face)
            total += left
            if left and face.scoring:
                worth += left * (self.values.outlook(self.position.add_card(seat, face), seat) - before)
            elif left:
                worth += left * self.values.weights.surprise[face.effect]
        return worth / max(total, 1.0)

    def _best_free_choice(self, seat: int, choices: tuple[Choice, ...]) -> Worths:
        worths = [self.now, *(self.values.worths(self.position.apply_choice(seat, choice, None)) for choice in choices)]
        return max(worths, key=lambda each: self.values.rate(each, seat))


def list_event_actions(position: Position, seat: int, card: EventCardView) -> tuple[Choice, ...]:
    """Return a seat's ways to carry out an immediate event card (E8.5-E8.10)."""
    match card.effect:
        case "score":
            return tuple(map(Score, COLOURS))
        case "swap":
            return tuple(
                swap
                for other in range(len(position.gems))
                if other != seat
                for gives in COLOURS
                for takes in COLOURS
                if gives is not takes and can_swap(position, seat, swap := Swap(Seat(other), gives, takes))
            )
        case "take_three":
            return tuple(map(Take, kinds(position.supply)))
    return (Word(card.effect),)


def can_swap(position: Position, seat: int, swap: Swap) -> bool:
    """Return whether both seats have the gem they would give (E8.7)."""
    return bool(position.gems[seat][swap.gives.place] and position.gems[swap.seat][swap.takes.place])


def exchanges(position: Position, seat: int) -> tuple[Exchange, ...]:
    """Return all exchanges of one gem for two others (E4.4).

    Exchanges with a supply too short for two gems are left out."""
    held, supply = position.gems[seat], position.supply
    return tuple(
        Exchange(gives, pair)
        for gives in kinds(held)
        for pair in PAIRS
        if holds(plus(supply, ONE_EACH[gives.place]), gems_of(pair))
    )
