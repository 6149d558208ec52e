"""What happens at a scoring and between rounds; the table in ``effects.py`` says what each holds."""

from collections.abc import Sequence

from engine.core.effects import Effect
from engine.core.outcome import places
from engine.core.seats import Seat
from engine.edel_stein_reich.effects.parts import (
    event_ids,
    gem_card_id,
    make_effect,
    numbers,
    of_card,
)
from engine.edel_stein_reich.gems import Colour
from engine.edel_stein_reich.state import State


def scoring_begins(state: State) -> Effect:
    """A round's turns are over."""
    return make_effect(state, "E3.1", "scoring_begins", None)


def majority_pays(state: State, seat: Seat, colour: Colour, count: int, pays: int) -> Effect:
    """The seat with most gems of a colour is paid."""
    return make_effect(state, "E7.1", "majority_pays", seat, colour=colour.value, count=count, pays=pays)


def shared_majority_pays(state: State, seats: Sequence[Seat], colour: Colour, count: int, pays: int) -> Effect:
    """Several with most share."""
    paid = {"colour": colour.value, "count": count, "pays": pays}
    return make_effect(state, "E7.2", "shared_majority_pays", None, **paid, seats=numbers(seats))


def nobody_holds(state: State, colour: Colour) -> Effect:
    """A colour that no seat has."""
    return make_effect(state, "E7.3", "nobody_holds", None, colour=colour.value)


def card_pays(state: State, seat: Seat, card: int, colour: Colour, count: int, pays: int) -> Effect:
    """A scoring card in front of a seat pays for a colour."""
    return of_card(state, "card_pays", seat, card, colour=colour.value, count=count, pays=pays)


def majority_returns(state: State, seat: Seat, colour: Colour, count: int, shared: bool) -> Effect:
    """Who has been paid for most returns gems."""
    clause = "E7.2" if shared else "E7.1"
    return make_effect(state, clause, "majority_returns", seat, colour=colour.value, count=count)


def certificates_pay(state: State, seat: Seat, place: int, count: int, pays: int) -> Effect:
    """Most or second most certificates are paid."""
    return make_effect(state, "E7.5", "certificates_pay", seat, place=place, count=count, pays=pays)


def certificates_extra(state: State, seat: Seat, card: int, count: int, pays: int) -> Effect:
    """A scoring card in front of a seat pays for its being alone with most certificates."""
    return of_card(state, "certificates_extra", seat, card, count=count, pays=pays)


def no_certificates(state: State) -> Effect:
    """Nobody has a certificate."""
    return make_effect(state, "E7.5", "no_certificates", None)


def event_cards_return(state: State, seats: Sequence[Seat], cards: Sequence[int]) -> Effect:
    """The cards in front of the seats go under the pile."""
    return make_effect(state, "E7.6", "event_cards_return", None, seats=numbers(seats), cards=event_ids(state, cards))


def scarce_gems_return(state: State, colour: Colour, left: int, seats: Sequence[Seat]) -> Effect:
    """Of a colour that the supply is short of, each seat returns one."""
    return make_effect(state, "E7.7", "scarce_gems_return", None, colour=colour.value, left=left, seats=numbers(seats))


def gem_cards_shuffled(state: State) -> Effect:
    """All gem cards are shuffled and some set aside."""
    aside = state.set_aside
    top = gem_card_id(state, aside[0]) if aside else "none"
    return make_effect(state, "E7.7", "gem_cards_shuffled", None, set_aside=len(aside), top=top)


def game_ends(state: State, ranking: Sequence[Sequence[Seat]]) -> Effect:
    """The places are known."""
    money = tuple(state.money[seat] for level in ranking for seat in level)
    return make_effect(state, "E7.8", "game_ends", None, **places(ranking), money=money)
