"""Effects of event cards; the package's docstring lists their details."""

from collections.abc import Sequence

from engine.core.effects import Effect
from engine.core.seats import Seat
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.effects.parts import (
    card_effect,
    clause_effect,
    event_id,
    make_effect,
    numbers,
    words,
)
from engine.edel_stein_reich.gems import Colour, Gems
from engine.edel_stein_reich.state import State


def takes_open_event(state: State, seat: Seat, card: int) -> Effect:
    """Report that the open event card is taken."""
    return make_effect(state, "E4.2", "takes_open_event", seat, card=event_id(state, card))


def draws_event(state: State, seat: Seat, card: int) -> Effect:
    """Report that the unseen top card of the pile is drawn."""
    return make_effect(state, "E4.2", "draws_event", seat, card=event_id(state, card))


def open_event_leaves(state: State, card: int) -> Effect:
    """Report that the untaken open event card goes under the pile."""
    return make_effect(state, "E4.2", "open_event_leaves", None, card=event_id(state, card))


def keeps_card(state: State, seat: Seat, card: int) -> Effect:
    """Report that a scoring card is laid down in front of its owner."""
    return card_effect(state, "keeps_card", seat, card)


def has_no_effect(state: State, seat: Seat, card: int) -> Effect:
    """Report that an immediate card would change nothing."""
    return card_effect(state, "has_no_effect", seat, card)


def declines_event(state: State, seat: Seat, card: int) -> Effect:
    """Report that an immediate card is not carried out."""
    return card_effect(state, "declines_event", seat, card)


def scores_now(state: State, seat: Seat, colour: Colour) -> Effect:
    """Report that one colour is scored at once."""
    return clause_effect(state, CardEffect.SCORE, "scores_now", seat, colour=colour.value)


def brings_to_four(state: State, seat: Seat, returned: Gems, taken: Gems) -> Effect:
    """Report that two colours are brought to four gems each."""
    effect = CardEffect.FOUR_EACH
    return clause_effect(state, effect, "brings_to_four", seat, returned=words(returned), taken=words(taken))


def swaps(state: State, seat: Seat, other: Seat, gives: Colour, takes: Colour) -> Effect:
    """Report the swap of a gem with another seat."""
    swapped = {"gives": gives.value, "takes": takes.value}
    return clause_effect(state, CardEffect.SWAP, "swaps", seat, other=int(other), **swapped)


def calls_back(state: State, seat: Seat, victims: Sequence[Seat]) -> Effect:
    """Report that every other seat with gems must return one."""
    return clause_effect(state, CardEffect.RETURN_ONE, "calls_back", seat, from_seats=numbers(victims))


def sends_back(state: State, seat: Seat, victim: Seat, colour: Colour) -> Effect:
    """Another seat's gem goes back to the supply."""
    return clause_effect(state, CardEffect.RETURN_ONE, "sends_back", seat, from_seat=int(victim), gem=colour.value)


def takes_three(state: State, seat: Seat, colour: Colour, gems: Gems) -> Effect:
    """Report three gems of a colour, fewer if the supply has no more."""
    return clause_effect(state, CardEffect.TAKE_THREE, "takes_three", seat, colour=colour.value, gems=words(gems))


def halves(state: State, seat: Seat, gems: Gems) -> Effect:
    """Half of the gems of each colour go back."""
    return clause_effect(state, CardEffect.HALVE, "halves", seat, gems=words(gems))


def event_leaves(state: State, seat: Seat, card: int) -> Effect:
    """Report that a used immediate card goes under the pile."""
    return card_effect(state, "event_leaves", seat, card)
