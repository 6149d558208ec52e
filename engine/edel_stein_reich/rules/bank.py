"""Money and gems change hands (E6)."""

from engine.core.seats import Seat
from engine.edel_stein_reich.gems import Gems, minus, plus
from engine.edel_stein_reich.state import State, with_seat


def paid(state: State, seat: Seat, money: int) -> State:
    """The bank, which never runs dry, has paid the seat."""
    return state._replace(money=with_seat(state.money, seat, state.money[seat] + money))


def taken(state: State, seat: Seat, gems: Gems) -> State:
    """The seat has taken gems that the supply has."""
    held = with_seat(state.gems, seat, plus(state.gems[seat], gems))
    return state._replace(gems=held, supply=minus(state.supply, gems))


def returned(state: State, seat: Seat, gems: Gems) -> State:
    """The seat has returned gems it had to the supply."""
    held = with_seat(state.gems, seat, minus(state.gems[seat], gems))
    return state._replace(gems=held, supply=plus(state.supply, gems))


def handed(state: State, giver: Seat, taker: Seat, gems: Gems) -> State:
    """One seat has given gems it had to another."""
    held = with_seat(state.gems, giver, minus(state.gems[giver], gems))
    return state._replace(gems=with_seat(held, taker, plus(held[taker], gems)))
