"""Event cards: turn up, take, and carry out the immediate ones (E4.2, E4.5, E8)."""

import functools
from typing import cast

from engine.core.chance import Chance
from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Choice, Return, Score, Swap, Take, Word
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.effects import event_opens, events_shuffled, old_event_leaves
from engine.edel_stein_reich.effects.event import (
    brings_to_four,
    calls_back,
    declines_event,
    draws_event,
    event_leaves,
    halves,
    has_no_effect,
    keeps_card,
    open_event_leaves,
    sends_back,
    swaps,
    takes_open_event,
    takes_three,
)
from engine.edel_stein_reich.effects.parts import Recorder
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, Colour, Gems, common, kinds, minus, some
from engine.edel_stein_reich.rules import scoring
from engine.edel_stein_reich.rules.bank import gain_gems, lose_gems, move_gems
from engine.edel_stein_reich.state import Stage, State, replace_seat, seats_of

TAKEN = 3
"""Gems to be taken by E8.9."""


def turn_up(state: State, chance: Chance, record: Recorder) -> State:
    """Remove the old open card and turn up the top card of the pile (E3.2)."""
    if state.open_event is not None:
        old = state.open_event
        state = state._replace(open_event=None, under=(*state.under, old))
        record(old_event_leaves, state, old)
    state = _drawable(state, chance, record)
    card, *rest = state.event_pile
    state = state._replace(event_pile=tuple(rest), open_event=card)
    record(event_opens, state, card)
    return state


def take(state: State, seat: Seat, source: Choice, chance: Chance, record: Recorder) -> State:
    """Give the seat the open or the unseen event card (E4.2).

    The seat is asked if it has a choice."""
    if source is Word.OPEN_CARD and state.open_event is not None:
        card = state.open_event
        state = state._replace(open_event=None, event=card)
        record(takes_open_event, state, seat, card)
    else:
        state = _drawable(state, chance, record)
        card, *rest = state.event_pile
        state = state._replace(event_pile=tuple(rest), event=card)
        record(draws_event, state, seat, card)
        if state.open_event is not None:
            unwanted = state.open_event
            state = state._replace(open_event=None, under=(*state.under, unwanted))
            record(open_event_leaves, state, unwanted)
    if state.table.edition.event_cards[card].effect.is_scoring:
        state = state._replace(event=None, cards=replace_seat(state.cards, seat, (*state.cards[seat], card)))
        record(keeps_card, state, seat, card)
        return state
    if not list_event_actions(state, seat, card):
        record(has_no_effect, state, seat, card)
        return _leave(state, seat, record)
    return state._replace(stage=Stage.EVENT)


def list_event_actions(state: State, seat: Seat, card: int) -> tuple[Choice, ...]:
    """Return the ways to carry out an immediate event card (E8.5-E8.10).

    Empty if nothing would change."""
    shown = state.table.edition.event_cards[card]
    others = tuple(other for other in seats_of(state) if other != seat)
    match shown.effect:
        case CardEffect.SCORE:
            return tuple(Score(colour) for colour in COLOURS if any(held[colour.place] for held in state.gems))
        case CardEffect.FOUR_EACH:
            holding = state.gems[seat]
            return (Word.FOUR_EACH,) if four_each(shown.colours, holding, state.supply) != holding else ()
        case CardEffect.SWAP:
            return _swaps(state.gems, seat)
        case CardEffect.RETURN_ONE:
            return (Word.RETURN_ONE,) if any(any(state.gems[other]) for other in others) else ()
        case CardEffect.TAKE_THREE:
            return tuple(Take(colour) for colour in kinds(state.supply))
        case CardEffect.HALVE:
            return (Word.HALVE,) if max(map(max, state.gems)) > 1 else ()
    return ()


def four_each(colours: tuple[Colour, ...], holding: Gems, supply: Gems) -> Gems:
    """Return the holding with four gems of each of these colours (E8.6).

    The supply may limit them."""
    numbers = list(holding)
    for place in (colour.place for colour in colours):
        numbers[place] = min(4, holding[place] + supply[place])
    return Gems(*numbers)


@functools.lru_cache(maxsize=1 << 10)
def _swaps(holdings: tuple[Gems, ...], seat: Seat) -> tuple[Choice, ...]:
    """Return swaps of each own gem for each gem of another seat and colour (E8.7)."""
    return tuple(
        Swap(Seat(other), gives, takes)
        for other, holding in enumerate(holdings)
        if other != seat
        for gives in kinds(holdings[seat])
        for takes in kinds(holding)
        if gives is not takes
    )


def carry_out(state: State, seat: Seat, action: Choice, record: Recorder) -> State:
    """Carry out or decline the immediate event card (E8)."""
    match action:
        case Word.DECLINE:
            record(declines_event, state, seat, cast("int", state.event))
        case Score(colour):
            state = scoring.score_now(state, seat, colour, record)
        case Word.FOUR_EACH:
            state = _bring_to_four(state, seat, record)
        case Swap(other, gives, takes):
            state = move_gems(state, seat, other, ONE_EACH[gives.place])
            state = move_gems(state, other, seat, ONE_EACH[takes.place])
            record(swaps, state, seat, other, gives, takes)
        case Word.RETURN_ONE:
            victims = tuple(other for other in seats_of(state) if other != seat and any(state.gems[other]))
            state = state._replace(queue=victims)
            record(calls_back, state, seat, victims)
            return _send_back(state, seat, record)
        case Take(colour):
            gems = some(colour, min(TAKEN, state.supply[colour.place]))
            state = gain_gems(state, seat, gems)
            record(takes_three, state, seat, colour, gems)
        case Word.HALVE:
            state = _halve(state, record)
    return _leave(state, seat, record)


def send_back(state: State, seat: Seat, choice: Choice, record: Recorder) -> State:
    """Return the chosen gem of another seat (E8.8)."""
    victim, colour = cast("Return", choice).seat, cast("Return", choice).colour
    state = lose_gems(state, victim, ONE_EACH[colour.place])._replace(queue=state.queue[1:])
    record(sends_back, state, seat, victim, colour)
    return _send_back(state, seat, record)


def _send_back(state: State, seat: Seat, record: Recorder) -> State:
    """Ask the owner about the next seat (E8.8).

    A seat with gems of one colour needs no choice."""
    if not state.queue:
        return _leave(state, seat, record)
    victim = state.queue[0]
    colours = kinds(state.gems[victim])
    if len(colours) > 1:
        return state._replace(stage=Stage.RETURN_GEM)
    return send_back(state, seat, Return(victim, colours[0]), record)


def _bring_to_four(state: State, seat: Seat, record: Recorder) -> State:
    """Bring both colours of the card to four gems each (E8.6).

    The supply may limit them."""
    colours = state.table.edition.event_cards[cast("int", state.event)].colours
    before = state.gems[seat]
    after = four_each(colours, before, state.supply)
    kept = common(before, after)
    back, more = minus(before, kept), minus(after, kept)
    state = gain_gems(lose_gems(state, seat, back), seat, more)
    record(brings_to_four, state, seat, back, more)
    return state


def _halve(state: State, record: Recorder) -> State:
    """Return half of each colour of every seat, rounded down (E8.10)."""
    for seat in seats_of(state):
        half = Gems(*(number // 2 for number in state.gems[seat]))
        if any(half):
            state = lose_gems(state, seat, half)
            record(halves, state, seat, half)
    return state


def _leave(state: State, seat: Seat, record: Recorder) -> State:
    """Put the card face up under the pile (E8)."""
    card = cast("int", state.event)
    state = state._replace(event=None, under=(*state.under, card))
    record(event_leaves, state, seat, card)
    return state


def _drawable(state: State, chance: Chance, record: Recorder) -> State:
    """Return a state with a face-down card on top of the pile.

    If none is left, all cards of the pile are shuffled (E4.5)."""
    if state.event_pile:
        return state
    state = shuffle_cards(state, state.under, chance)
    record(events_shuffled, state)
    return state


def shuffle_cards(state: State, cards: tuple[int, ...], chance: Chance) -> State:
    """Shuffle these event cards face down.

    They start in canonical order. Each shuffle draws by a new label."""
    edition = state.table.edition
    number = state.shuffles + 1
    ids = [edition.event_cards[card].id for card in sorted(cards)]
    order = chance.shuffle(f"edel_stein_reich/events/{number}", ids)
    pile = tuple(edition.event_card_places[name] for name in order)
    return state._replace(event_pile=pile, under=(), shuffles=number)
