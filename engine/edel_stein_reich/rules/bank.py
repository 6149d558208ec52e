"""Money and gems change hands (E6)."""

from engine.core.seats import Seat
from engine.edel_stein_reich.gems import Gems, minus, plus
from engine.edel_stein_reich.state import State, replace_seat


def pay(state: State, seat: Seat, money: int) -> State:
    """Pay a seat from the bank, which never runs out."""
    return state._replace(money=replace_seat(state.money, seat, state.money[seat] + money))


def gain_gems(state: State, seat: Seat, gems: Gems) -> State:
    """Move gems from the supply to the seat. The supply must have them."""
    held = replace_seat(state.gems, seat, plus(state.gems[seat], gems))
    return state._replace(gems=held, supply=minus(state.supply, gems))


def lose_gems(state: State, seat: Seat, gems: Gems) -> State:
    """Move gems from the seat to the supply. The seat must have them."""
    held = replace_seat(state.gems, seat, minus(state.gems[seat], gems))
    return state._replace(gems=held, supply=plus(state.supply, gems))


def move_gems(state: State, giver: Seat, taker: Seat, gems: Gems) -> State:
    """Move gems from one seat to another. The giver must have them."""
    held = replace_seat(state.gems, giver, minus(state.gems[giver], gems))
    return state._replace(gems=replace_seat(held, taker, plus(held[taker], gems)))
