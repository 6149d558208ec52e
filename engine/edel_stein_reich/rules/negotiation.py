"""Two seats bargain for an action (E5)."""

from typing import cast

from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.effects import (
    accepts,
    buys_for_one,
    negotiation_begins,
    nobody_wants,
    passes,
    raises,
)
from engine.edel_stein_reich.effects import bids as opens
from engine.edel_stein_reich.effects.parts import Recorder
from engine.edel_stein_reich.gems import Gems
from engine.edel_stein_reich.rules import bids
from engine.edel_stein_reich.rules.bank import move_gems
from engine.edel_stein_reich.state import Negotiation, Stage, State, sort_by_opening


def begin(state: State, action: Action, seats: tuple[Seat, ...], record: Recorder) -> State:
    """Begin a negotiation: the poorer seat opens (E5.1), or cannot (E5.7)."""
    opener, other = sort_by_opening(state, seats)
    bargain = Negotiation(opener, other, opener, None, False)
    state = state._replace(step=action, negotiation=bargain)
    record(negotiation_begins, state, opener, action, other)
    return state._replace(stage=Stage.BID) if any(state.gems[opener]) else _pass(state, bargain, record)


def answer(state: State, choice: Choice, record: Recorder) -> State:
    """Apply an answer of one of the two seats.

    At the end the actor is the seat that carries out the action, if any."""
    bargain = cast("Negotiation", state.negotiation)
    match choice:
        case Bid(gems) if bargain.passed:
            return _buy_for_one(state, bargain, gems, record)
        case Bid(gems):
            return _bid(state, bargain, gems, record)
        case Word.ACCEPT:
            return _accept(state, bargain, True, record)
    return _pass(state, bargain, record)


def _bid(state: State, bargain: Negotiation, gems: Gems, record: Recorder) -> State:
    """Make the bid the standing one. A seat that cannot raise accepts (E5.6)."""
    bidder, over = bargain.turn, bargain.bid
    hearer = bargain.other if bidder == bargain.opener else bargain.opener
    bargain = bargain._replace(bid=gems, turn=hearer)
    state = state._replace(negotiation=bargain)
    if over is None:
        record(opens, state, bidder, gems, hearer)
    else:
        record(raises, state, bidder, gems, over, hearer)
    if bids.can_bid(state.gems[hearer], gems):
        return state._replace(stage=Stage.BID)
    return _accept(state, bargain, False, record)


def _accept(state: State, bargain: Negotiation, could_raise: bool, record: Recorder) -> State:
    """Exchange the gems; the bidder carries out the action (E5.3)."""
    seat, gems = bargain.turn, cast("Gems", bargain.bid)
    bidder = bargain.other if seat == bargain.opener else bargain.opener
    state = move_gems(state, bidder, seat, gems)._replace(negotiation=None, actor=bidder)
    record(accepts, state, seat, gems, bidder, could_raise)
    return state


def _buy_for_one(state: State, bargain: Negotiation, gems: Gems, record: Recorder) -> State:
    """Accept the other seat's single gem, as the opener must (E5.7)."""
    state = move_gems(state, bargain.other, bargain.opener, gems)._replace(negotiation=None, actor=bargain.other)
    record(buys_for_one, state, bargain.other, gems, bargain.opener)
    return state


def _pass(state: State, bargain: Negotiation, record: Recorder) -> State:
    """Apply a pass (E5.7).

    Without an opening bid the other seat speaks. Without its gem the action lapses."""
    if not bargain.passed:
        record(passes, state, bargain.opener, bargain.other)
        bargain = bargain._replace(passed=True, turn=bargain.other)
        state = state._replace(negotiation=bargain)
        if any(state.gems[bargain.other]):
            return state._replace(stage=Stage.BID)
    record(passes, state, bargain.other, bargain.opener)
    state = state._replace(negotiation=None)
    record(nobody_wants, state, cast("Action", state.step), (bargain.opener, bargain.other))
    return state
