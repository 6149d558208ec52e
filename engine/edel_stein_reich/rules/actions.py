"""Carrying out money, gems and the free choice (E4)."""

import functools
from itertools import combinations_with_replacement

from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action, Choice, Exchange, Take
from engine.edel_stein_reich.effects import (
    chooses_freely,
    declines_free_choice,
    exchanges,
    picks_gem,
    takes_gems,
    takes_money,
)
from engine.edel_stein_reich.effects.parts import Recorder
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, Gems, common, gems_of, holds, kinds, minus, plus
from engine.edel_stein_reich.rules.bank import gain_gems, lose_gems, pay
from engine.edel_stein_reich.state import Stage, State, chosen_by, gem_card_of, sort_by_opening


def take_money(state: State, seat: Seat, record: Recorder) -> State:
    """Pay the money of the gem card (E4.1)."""
    card = gem_card_of(state, seat)
    money = state.table.edition.gem_cards[card].money
    state = pay(state, seat, money)
    record(takes_money, state, seat, money, card)
    return state


def take_gems(state: State, seat: Seat, record: Recorder) -> State:
    """Give the gems of the gem card, as far as the supply has them (E4.3)."""
    card = gem_card_of(state, seat)
    printed = state.table.edition.gem_cards[card].gems
    gems = common(printed, state.supply)
    state = gain_gems(state, seat, gems)
    record(takes_gems, state, seat, card, gems, minus(printed, gems))
    return state


def free_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return a seat's free choices besides declining (E4.4).

    Alone it may return one gem and take two, among several it may take one. Empty if it has no gem to return, or the
    supply has none to take."""
    if len(chosen_by(state, Action.FREE_CHOICE)) == 1:
        return _exchanges(state.gems[seat], state.supply)
    return tuple(map(Take, kinds(state.supply)))


def begin_free_choice(state: State, seats: tuple[Seat, ...], record: Recorder) -> State:
    """Begin the free choices of all seats that made them (E4.4).

    Their order is fixed once."""
    state = state._replace(queue=sort_by_opening(state, seats), actor=None)
    record(chooses_freely, state, state.queue)
    return _next_free_choice(state, record)


def choose_freely(state: State, choice: Choice, record: Recorder) -> State:
    """Carry out one seat's free choice."""
    seat, *queue = state.queue
    state = state._replace(queue=tuple(queue))
    match choice:
        case Exchange(gives, takes):
            gems = gems_of(takes)
            state = gain_gems(lose_gems(state, seat, ONE_EACH[gives.place]), seat, gems)
            record(exchanges, state, seat, gives, gems)
        case Take(colour):
            state = gain_gems(state, seat, ONE_EACH[colour.place])
            record(picks_gem, state, seat, colour)
        case _:
            record(declines_free_choice, state, seat, True)
    return _next_free_choice(state, record)


def _next_free_choice(state: State, record: Recorder) -> State:
    """Ask the next seat, skipping seats with nothing to choose."""
    while state.queue:
        seat, *queue = state.queue
        if free_choices(state, seat):
            return state._replace(stage=Stage.FREE_CHOICE)
        state = state._replace(queue=tuple(queue))
        record(declines_free_choice, state, seat, False)
    return state


@functools.lru_cache(maxsize=1 << 10)
def _exchanges(holding: Gems, supply: Gems) -> tuple[Exchange, ...]:
    """Return all exchanges of one gem for two, including the one returned (E4.4).

    Fewer are taken if the supply is short."""
    found = []
    for gives in kinds(holding):
        there = plus(supply, ONE_EACH[gives.place])
        for takes in combinations_with_replacement(COLOURS, min(2, sum(there))):
            if holds(there, gems_of(takes)):
                found.append(Exchange(gives, takes))
    return tuple(found)
