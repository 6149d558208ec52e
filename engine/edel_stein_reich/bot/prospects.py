"""Prospects of the choices at an open decision, up to the other's next answer."""

import math
import random
from collections.abc import Mapping, Sequence

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.gems import COLOURS, NO_GEMS, ONE_EACH, Gems, kinds
from engine.edel_stein_reich.view_types import NegotiationView

CLOSE = 1.2
"""Difference in millions up to which two answers of the other are both likely."""

FAR = 4.0
"""Choices worse than the best by this many millions are never made."""


def prospects(turn: Turn, seat: int, ask: Ask[Choice], choices: Sequence[Choice]) -> list[float]:
    """Return the seat's outlook after each choice, in millions.

    A choice is an answer in a negotiation, a use of an event card, or a gem to return or take."""
    if ask.kind == "bid" and turn.view.negotiation is not None:
        return [_answer(turn, turn.view.negotiation, choice) for choice in choices]
    if ask.kind == "event_source":
        plan = turn.plan(seat)
        gains: Mapping[Choice, float] = {Word.OPEN_CARD: plan.open_gain, Word.UNSEEN_CARD: plan.unseen_gain}
        return [gains[choice] for choice in choices]
    after = [turn.position.apply_choice(seat, choice, turn.view.event) for choice in choices]
    return [turn.values.outlook(position, seat) for position in after]


def draw(
    choices: Sequence[Choice], prospects: Sequence[float], coolness: float, rng: random.Random, far: float = FAR
) -> Choice:
    """Draw one of the choices, the better ones more often.

    A choice is drawn e to the ``coolness`` times as often for each million it is better. Choices ``far`` below the
    best are never drawn."""
    best = max(prospects)
    weights = [math.exp(coolness * (each - best)) if each > best - far else 0.0 for each in prospects]
    return rng.choices(choices, weights)[0]


def _answer(turn: Turn, bargain: NegotiationView, choice: Choice) -> float:
    """Return the speaking seat's outlook after this answer in a negotiation (E5)."""
    seat = bargain.turn
    other = bargain.other if seat == bargain.opener else bargain.opener
    rate, now = turn.values.rate, turn.now

    def buy(buyer: int, gems: Gems) -> tuple[float, ...]:
        position = turn.position.move_gems(buyer, bargain.other + bargain.opener - buyer, gems)
        return turn.values.worths(turn.carry_out(position, buyer, Action(bargain.action)))

    if isinstance(choice, Bid):
        mine = buy(seat, choice.gems)
        if bargain.passed:
            return rate(mine, seat)
        beaten = buy(other, _cheapest_raise(turn.position.gems[other], choice.gems))
        accepts = 1 / (1 + math.exp(min(50.0, (rate(beaten, other) - rate(mine, other)) / CLOSE)))
        return accepts * rate(mine, seat) + (1 - accepts) * rate(beaten, seat)
    if choice is Word.ACCEPT and bargain.bid is not None:
        return rate(buy(other, bargain.bid), seat)
    if bargain.passed or not any(turn.position.gems[other]):
        return rate(now, seat)
    cheapest = ONE_EACH[kinds(turn.position.gems[other])[-1].place]
    return rate(buy(other, cheapest), seat)


def _cheapest_raise(holding: Gems, bid: Gems) -> Gems:
    """Return the cheapest gems of a holding, one more than the bid.

    This is the cost of a raise."""
    left = sum(bid) + 1
    raised = NO_GEMS
    for place in reversed(range(len(COLOURS))):
        here = min(left, holding[place])
        raised = raised._replace(**{COLOURS[place].value: here})
        left -= here
    return raised
