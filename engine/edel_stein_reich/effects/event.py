"""What happens with event cards; the table in ``effects.py`` says what each holds."""

from collections.abc import Sequence

from engine.core.effects import Effect
from engine.core.seats import Seat
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.effects.parts import (
    event_id,
    make_card_effect,
    make_effect,
    numbers,
    of_card,
    words,
)
from engine.edel_stein_reich.gems import Colour, Gems
from engine.edel_stein_reich.state import State


def takes_open_event(state: State, seat: Seat, card: int) -> Effect:
    """The open event card is taken."""
    return make_effect(state, "E4.2", "takes_open_event", seat, card=event_id(state, card))


def draws_event(state: State, seat: Seat, card: int) -> Effect:
    """The unseen top card of the pile is drawn."""
    return make_effect(state, "E4.2", "draws_event", seat, card=event_id(state, card))


def open_event_leaves(state: State, card: int) -> Effect:
    """The open event card that nobody wanted goes under the pile."""
    return make_effect(state, "E4.2", "open_event_leaves", None, card=event_id(state, card))


def keeps_card(state: State, seat: Seat, card: int) -> Effect:
    """A scoring card is laid down in front of its owner."""
    return of_card(state, "keeps_card", seat, card)


def has_no_effect(state: State, seat: Seat, card: int) -> Effect:
    """An immediate card would change nothing."""
    return of_card(state, "has_no_effect", seat, card)


def declines_event(state: State, seat: Seat, card: int) -> Effect:
    """An immediate card is not carried out."""
    return of_card(state, "declines_event", seat, card)


def scores_now(state: State, seat: Seat, colour: Colour) -> Effect:
    """One colour is scored at once."""
    return make_card_effect(state, CardEffect.SCORE, "scores_now", seat, colour=colour.value)


def brings_to_four(state: State, seat: Seat, returned: Gems, taken: Gems) -> Effect:
    """Two colours are brought to four gems each."""
    effect = CardEffect.FOUR_EACH
    return make_card_effect(state, effect, "brings_to_four", seat, returned=words(returned), taken=words(taken))


def swaps(state: State, seat: Seat, other: Seat, gives: Colour, takes: Colour) -> Effect:
    """A gem for a gem of another seat."""
    swapped = {"gives": gives.value, "takes": takes.value}
    return make_card_effect(state, CardEffect.SWAP, "swaps", seat, other=int(other), **swapped)


def calls_back(state: State, seat: Seat, victims: Sequence[Seat]) -> Effect:
    """Every other seat that has any is to return a gem."""
    return make_card_effect(state, CardEffect.RETURN_ONE, "calls_back", seat, from_seats=numbers(victims))


def sends_back(state: State, seat: Seat, victim: Seat, colour: Colour) -> Effect:
    """Another seat's gem goes back to the supply."""
    return make_card_effect(state, CardEffect.RETURN_ONE, "sends_back", seat, from_seat=int(victim), gem=colour.value)


def takes_three(state: State, seat: Seat, colour: Colour, gems: Gems) -> Effect:
    """Three gems of a colour, fewer if there are no more."""
    return make_card_effect(state, CardEffect.TAKE_THREE, "takes_three", seat, colour=colour.value, gems=words(gems))


def halves(state: State, seat: Seat, gems: Gems) -> Effect:
    """Half of the gems of each colour go back."""
    return make_card_effect(state, CardEffect.HALVE, "halves", seat, gems=words(gems))


def event_leaves(state: State, seat: Seat, card: int) -> Effect:
    """A used immediate card goes under the pile."""
    return of_card(state, "event_leaves", seat, card)
