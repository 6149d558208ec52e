"""Effects of scorings and between rounds.

The package's docstring lists their details."""

from collections.abc import Sequence

from engine.core.effects import Effect
from engine.core.outcome import places
from engine.core.seats import Seat
from engine.edel_stein_reich.effects.parts import (
    card_effect,
    event_ids,
    gem_card_id,
    make_effect,
    numbers,
)
from engine.edel_stein_reich.gems import Colour
from engine.edel_stein_reich.state import State


def scoring_begins(state: State) -> Effect:
    """Report that a round's turns are over."""
    return make_effect(state, "E3.1", "scoring_begins", None)


def majority_pays(state: State, seat: Seat, colour: Colour, count: int, pays: int) -> Effect:
    """Report the pay of the seat with most gems of a colour."""
    return make_effect(state, "E7.1", "majority_pays", seat, colour=colour.value, count=count, pays=pays)


def shared_majority_pays(state: State, seats: Sequence[Seat], colour: Colour, count: int, pays: int) -> Effect:
    """Several with most share."""
    paid = {"colour": colour.value, "count": count, "pays": pays}
    return make_effect(state, "E7.2", "shared_majority_pays", None, **paid, seats=numbers(seats))


def nobody_holds(state: State, colour: Colour) -> Effect:
    """Report a colour that no seat has."""
    return make_effect(state, "E7.3", "nobody_holds", None, colour=colour.value)


def card_pays(state: State, seat: Seat, card: int, colour: Colour, count: int, pays: int) -> Effect:
    """Report the pay of a scoring card for a colour."""
    return card_effect(state, "card_pays", seat, card, colour=colour.value, count=count, pays=pays)


def majority_returns(state: State, seat: Seat, colour: Colour, count: int, shared: bool) -> Effect:
    """Report the gems that a paid majority returns."""
    clause = "E7.2" if shared else "E7.1"
    return make_effect(state, clause, "majority_returns", seat, colour=colour.value, count=count)


def certificates_pay(state: State, seat: Seat, place: int, count: int, pays: int) -> Effect:
    """Most or second most certificates are paid."""
    return make_effect(state, "E7.5", "certificates_pay", seat, place=place, count=count, pays=pays)


def certificates_extra(state: State, seat: Seat, card: int, count: int, pays: int) -> Effect:
    """Report the pay of a scoring card for a sole majority of certificates."""
    return card_effect(state, "certificates_extra", seat, card, count=count, pays=pays)


def no_certificates(state: State) -> Effect:
    """Nobody has a certificate."""
    return make_effect(state, "E7.5", "no_certificates", None)


def event_cards_return(state: State, seats: Sequence[Seat], cards: Sequence[int]) -> Effect:
    """Report that the cards in front of the seats go under the pile."""
    return make_effect(state, "E7.6", "event_cards_return", None, seats=numbers(seats), cards=event_ids(state, cards))


def scarce_gems_return(state: State, colour: Colour, left: int, seats: Sequence[Seat]) -> Effect:
    """Report that each seat returns a gem of a scarce colour."""
    return make_effect(state, "E7.7", "scarce_gems_return", None, colour=colour.value, left=left, seats=numbers(seats))


def gem_cards_shuffled(state: State) -> Effect:
    """Report that all gem cards are shuffled and some set aside."""
    aside = state.set_aside
    top = gem_card_id(state, aside[0]) if aside else "none"
    return make_effect(state, "E7.7", "gem_cards_shuffled", None, set_aside=len(aside), top=top)


def game_ends(state: State, ranking: Sequence[Sequence[Seat]]) -> Effect:
    """Report the final places."""
    money = tuple(state.money[seat] for level in ranking for seat in level)
    return make_effect(state, "E7.8", "game_ends", None, **places(ranking), money=money)
