"""Carrying out money, gems and the free choice (E4)."""

from engine.core.seats import Seat
from engine.edel_stein_reich.bank import paid, returned, taken
from engine.edel_stein_reich.choices import Choice, Exchange, Take
from engine.edel_stein_reich.gems import ONE_EACH, common, gems_of, minus
from engine.edel_stein_reich.happenings import (
    chooses_freely,
    declines_free_choice,
    exchanges,
    picks_gem,
    takes_gems,
    takes_money,
)
from engine.edel_stein_reich.state import Stage, State, gem_card_of, in_order_of_opening
from engine.edel_stein_reich.telling import Tell


def take_money(state: State, seat: Seat, tell: Tell) -> State:
    """The money of the gem card (E4.1)."""
    card = gem_card_of(state, seat)
    money = state.table.edition.gem_cards[card].money
    state = paid(state, seat, money)
    tell(takes_money, state, seat, money, card)
    return state


def take_gems(state: State, seat: Seat, tell: Tell) -> State:
    """The gems of the gem card, as far as the supply has them (E4.3)."""
    card = gem_card_of(state, seat)
    printed = state.table.edition.gem_cards[card].gems
    gems = common(printed, state.supply)
    state = taken(state, seat, gems)
    tell(takes_gems, state, seat, card, gems, minus(printed, gems))
    return state


def begin_free_choice(state: State, seats: tuple[Seat, ...], tell: Tell) -> State:
    """The free choices of all who made them; their order is read once (E4.4)."""
    state = state._replace(queue=in_order_of_opening(state, seats), actor=None)
    tell(chooses_freely, state, state.queue)
    return _next_free_choice(state, len(seats) == 1, tell)


def choose_freely(state: State, choice: Choice, tell: Tell) -> State:
    """One seat's free choice."""
    seat, *queue = state.queue
    state = state._replace(queue=tuple(queue))
    match choice:
        case Exchange(gives, takes):
            gems = gems_of(takes)
            state = taken(returned(state, seat, ONE_EACH[gives.place]), seat, gems)
            tell(exchanges, state, seat, gives, gems)
        case Take(colour):
            state = taken(state, seat, ONE_EACH[colour.place])
            tell(picks_gem, state, seat, colour)
        case _:
            tell(declines_free_choice, state, seat, True)
    return _next_free_choice(state, False, tell)


def _next_free_choice(state: State, is_alone: bool, tell: Tell) -> State:
    """Whoever is next is asked, unless there is nothing for them: to return (alone) or to take (among several)."""
    while state.queue:
        seat, *queue = state.queue
        if any(state.gems[seat] if is_alone else state.supply):
            return state._replace(stage=Stage.FREE_CHOICE)
        state = state._replace(queue=tuple(queue))
        tell(declines_free_choice, state, seat, False)
    return state
