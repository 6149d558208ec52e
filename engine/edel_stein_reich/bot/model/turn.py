"""What a turn may bring: to each seat what it carries out alone, and what it may come to when it is revealed."""

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
    """Which event card a seat would take, and what it would do with it."""

    open_gain: float
    """What the open card brings it, in millions."""
    unseen_gain: float
    """What an unseen one brings it on the average."""
    deed: Choice
    """How it would carry out the open card."""

    @property
    def takes_open(self) -> bool:
        """Whether the open card is the better one."""
        return self.open_gain >= self.unseen_gain


class Turn:
    """What is thought of one moment of a turn. An event card is thought through once for each seat, as things are;
    what else is carried out before changes little of that."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.position = position_in(view)
        self.values = Values(weights(), view)
        self.now = self.values.worths(self.position)
        shown = next((seat.gem_card for seat in view.seats if seat.gem_card), None)
        self.gem_cards = [seat.gem_card or shown for seat in view.seats]
        self._plans: dict[int, EventPlan] = {}

    def carried_out(self, position: Position, seat: int, action: Action) -> Position:
        """Such a position once a seat has carried out an action (E4); of an unseen card it has what that is worth."""
        if action is Action.EVENT:
            return self._with_event(position, seat)
        card = self.gem_cards[seat]
        if card is None:
            return position
        return position.paid(seat, card.money) if action is Action.MONEY else position.taken(seat, card.gems)

    def alone(self, seat: int, action: Action) -> Worths:
        """What everybody may expect once a seat has carried out an action that nobody else wanted."""
        if action is Action.FREE_CHOICE:
            return self._best_free_choice(seat, exchanges(self.position, seat))
        return self.values.worths(self.carried_out(self.position, seat, action))

    def among_several(self, seat: int) -> Worths:
        """The same once it has taken the single gem of a free choice that others made, too (E4.4)."""
        return self._best_free_choice(seat, tuple(map(Take, kinds(self.position.supply))))

    def gain(self, seat: int, worths: Worths) -> float:
        """How much better a seat likes what everybody may expect than things as they are, in millions."""
        return self.values.liked(worths, seat) - self.values.liked(self.now, seat)

    def plan(self, seat: int) -> EventPlan:
        """Which event card the seat would take, and what it would do with it (E4.2)."""
        found = self._plans.get(seat)
        if found is None:
            before = self.values.outlook(self.position, seat)
            deed, gain = self._best_deed(seat, before)
            found = self._plans[seat] = EventPlan(gain, self._unseen_gain(seat, before), deed)
        return found

    def _with_event(self, position: Position, seat: int) -> Position:
        plan, card = self.plan(seat), self.view.open_event
        if card is None or not plan.takes_open:
            return position.paid(seat, plan.unseen_gain)
        if card.scoring:
            return position.with_card(seat, card)
        if isinstance(plan.deed, Swap) and not can_swap(position, seat, plan.deed):
            return position
        return position.after(seat, plan.deed, card)

    def _best_deed(self, seat: int, before: float) -> tuple[Choice, float]:
        card = self.view.open_event
        if card is None:
            return Word.DECLINE, -math.inf
        if card.scoring:
            return Word.DECLINE, self.values.outlook(self.position.with_card(seat, card), seat) - before
        best: Choice = Word.DECLINE
        most = before
        for deed in deeds(self.position, seat, card):
            outlook = self.values.outlook(self.position.after(seat, deed, card), seat)
            if outlook > most:
                best, most = deed, outlook
        return best, most - before

    def _unseen_gain(self, seat: int, before: float) -> float:
        """The average of the event cards that lie face down; where none is left, of those that will be shuffled."""
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
                worth += left * (self.values.outlook(self.position.with_card(seat, face), seat) - before)
            elif left:
                worth += left * self.values.weights.surprise[face.effect]
        return worth / max(total, 1.0)

    def _best_free_choice(self, seat: int, choices: tuple[Choice, ...]) -> Worths:
        worths = [self.now, *(self.values.worths(self.position.after(seat, choice, None)) for choice in choices)]
        return max(worths, key=lambda each: self.values.liked(each, seat))


def deeds(position: Position, seat: int, card: EventCardView) -> tuple[Choice, ...]:
    """The ways in which a seat may carry out an immediate event card (E8.5-E8.10)."""
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
    """Whether both seats have the gem they would give (E8.7)."""
    return bool(position.gems[seat][swap.gives.place] and position.gems[swap.seat][swap.takes.place])


def exchanges(position: Position, seat: int) -> tuple[Exchange, ...]:
    """One gem returned, two others taken (E4.4); a short supply is thought of as none."""
    held, supply = position.gems[seat], position.supply
    return tuple(
        Exchange(gives, pair)
        for gives in kinds(held)
        for pair in PAIRS
        if holds(plus(supply, ONE_EACH[gives.place]), gems_of(pair))
    )
