"""What the choices of an open decision may bring a seat, thought of no farther than the other's next answer."""

import math
import random
from collections.abc import Mapping, Sequence

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.model.turn import Turn
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.gems import COLOURS, NO_GEMS, ONE_EACH, Gems, kinds
from engine.edel_stein_reich.view_types import NegotiationView

CLOSE = 1.2
"""By how many millions two answers of the other in a negotiation may differ and still both be likely."""

FAR = 4.0
"""What is worse than the best by so many millions is not chosen."""


def prospects(turn: Turn, seat: int, ask: Ask[Choice], choices: Sequence[Choice]) -> list[float]:
    """How the seat would like what comes of each choice, in millions: an answer in a negotiation, a deed of an event
    card, a gem to be returned or taken."""
    if ask.kind == "bid" and turn.view.negotiation is not None:
        return [_answer(turn, turn.view.negotiation, choice) for choice in choices]
    if ask.kind == "event_source":
        plan = turn.plan(seat)
        gains: Mapping[Choice, float] = {Word.OPEN_CARD: plan.open_gain, Word.UNSEEN_CARD: plan.unseen_gain}
        return [gains[choice] for choice in choices]
    after = [turn.position.after(seat, choice, turn.view.event) for choice in choices]
    return [turn.values.outlook(position, seat) for position in after]


def drawn(
    choices: Sequence[Choice], prospects: Sequence[float], coolness: float, rng: random.Random, far: float = FAR
) -> Choice:
    """One of the choices, the better its prospect the more often: e to the coolness times as often for each million;
    never one that is ``far`` below the best."""
    best = max(prospects)
    weights = [math.exp(coolness * (each - best)) if each > best - far else 0.0 for each in prospects]
    return rng.choices(choices, weights)[0]


def _answer(turn: Turn, bargain: NegotiationView, choice: Choice) -> float:
    """How the seat whose word it is would like the end of a negotiation after this answer (E5)."""
    seat = bargain.turn
    other = bargain.other if seat == bargain.opener else bargain.opener
    liked, now = turn.values.liked, turn.now

    def bought(buyer: int, gems: Gems) -> tuple[float, ...]:
        position = turn.position.handed(buyer, bargain.other + bargain.opener - buyer, gems)
        return turn.values.worths(turn.carried_out(position, buyer, Action(bargain.action)))

    if isinstance(choice, Bid):
        mine = bought(seat, choice.gems)
        if bargain.passed:
            return liked(mine, seat)
        beaten = bought(other, _as_many(turn.position.gems[other], choice.gems))
        accepts = 1 / (1 + math.exp(min(50.0, (liked(beaten, other) - liked(mine, other)) / CLOSE)))
        return accepts * liked(mine, seat) + (1 - accepts) * liked(beaten, seat)
    if choice is Word.ACCEPT and bargain.bid is not None:
        return liked(bought(other, bargain.bid), seat)
    if bargain.passed or not any(turn.position.gems[other]):
        return liked(now, seat)
    cheapest = ONE_EACH[kinds(turn.position.gems[other])[-1].place]
    return liked(bought(other, cheapest), seat)


def _as_many(holding: Gems, bid: Gems) -> Gems:
    """One gem more than the bid has, the cheapest of a holding: what a raise would cost its owner."""
    left = sum(bid) + 1
    raised = NO_GEMS
    for place in reversed(range(len(COLOURS))):
        here = min(left, holding[place])
        raised = raised._replace(**{COLOURS[place].value: here})
        left -= here
    return raised
