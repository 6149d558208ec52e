"""Checks that a table can wait at a state and play on from it.

Each check names its clause. They run in order and may rely on those before, so only the first fault of a state
counts. A position that the rules allow is sound, even if no game leads to it. A state in the middle of a resolution
is not sound, because no table waits there."""

from collections.abc import Iterator
from itertools import chain, pairwise

from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action, action_cards
from engine.edel_stein_reich.components import EACH_COLOUR, ROUNDS, SEAT_COLOURS, CardEffect
from engine.edel_stein_reich.gems import NO_GEMS, holds, kinds
from engine.edel_stein_reich.rules import actions, bids, events, rounds
from engine.edel_stein_reich.rules.scoring import CERTIFICATES, MAJORITY
from engine.edel_stein_reich.rules.setup import TABLE_SIZES
from engine.edel_stein_reich.state import (
    SET_ASIDE,
    TURNS,
    Negotiation,
    Stage,
    State,
    active,
    chosen_by,
    seats_of,
    sort_by_opening,
)

CARRYING_OUT = (Stage.EVENT_SOURCE, Stage.EVENT, Stage.RETURN_GEM)
"""The stages at which one seat carries out its event."""


def fault(state: State) -> str | None:
    """Return the first breach of the rules, prefixed by its clause; None if sound."""
    return next(_faults(state), None)


def _faults(state: State) -> Iterator[str]:
    yield from _seating(state)
    yield from _components(state)
    yield from _progress(state)
    yield from _gem_cards(state)
    yield from _leftovers(state)
    match state.stage:
        case Stage.RESOLVING:
            yield "E3.2: nobody waits while something is carried out"
        case Stage.OVER:
            yield from _nothing_chosen(state)
            yield from _end(state)
        case Stage.ACTION:
            yield from _nothing_chosen(state)
            yield from _open_event(state, ())
        case Stage.GUESS:
            yield from _guessing(state)
            yield from _open_event(state, ())
        case _:
            yield from _open_actions(state)
            seats = _contenders(state)
            yield from _open_event(state, chosen_by(state, Action.EVENT))
            yield from _acting(state, seats)


def _seating(state: State) -> Iterator[str]:
    table = state.table
    seats = len(table.colours)
    about_seats = (state.gems, state.money, state.gem_cards, state.cards, state.actions)
    if seats not in TABLE_SIZES or any(len(entries) != seats for entries in about_seats):
        yield "E2.1: seats that are too few or too many, or one of which something is not told"
    if len(set(table.colours) & set(SEAT_COLOURS)) != seats:
        yield "E2.1: a colour that is not in the box, or twice at the table"
    if (table.starter is not None) != (seats == 2):
        yield "E10.1: two seats have a starting seat, more have none"
    if state.opener is not None and (seats != 2 or (state.round == 1 and state.opener != table.starter)):
        yield "E10.1: another seat begins the first round than the starting one, or one of more than two"
    bargain = state.negotiation
    named = [*state.queue, *(bargain[:3] if bargain else ()), table.starter, state.opener, state.actor]
    if any(seat is not None and seat >= seats for seat in named):
        yield "E2.1: a seat that is not there"


def _components(state: State) -> Iterator[str]:
    """Check that every component is in exactly one place."""
    edition = state.table.edition
    if any(sum(held) != EACH_COLOUR for held in zip(state.supply, *state.gems, strict=True)):
        yield "E6.1: a gem is missing or twice there"
    shown = [card for card in state.gem_cards if card is not None]
    if sorted([*state.gem_pile, *state.set_aside, *state.spent, *shown]) != [*range(len(edition.gem_cards))]:
        yield "E1.1: a gem card is missing or twice there"
    lying = [card for card in (state.open_event, state.event) if card is not None]
    event_cards = [*state.event_pile, *state.under, *lying, *chain(*state.cards)]
    if sorted(event_cards) != [*range(len(edition.event_cards))]:
        yield "E1.1: an event card is missing or twice there"
    if not all(edition.event_cards[card].effect.is_scoring for card in chain(*state.cards)):
        yield "E8: an immediate event card lies in front of a seat"


def _progress(state: State) -> Iterator[str]:
    """Check the round and the turn, and the limits that follow from them."""
    edition = state.table.edition
    turns = TURNS[len(state.gems)]
    if not (1 <= state.round <= ROUNDS and 1 <= state.turn <= turns):
        yield "E3.1: a round or a turn that is never played"
    # upper bound: money or one colour a turn, all majorities a scoring, each card for every gem
    most_a_turn = max(*MAJORITY.values(), *(card.money for card in edition.gem_cards))
    extra = sum(card.pays for card in edition.event_cards) * EACH_COLOUR
    most_a_round = most_a_turn * turns + sum(MAJORITY.values()) + CERTIFICATES[0] + extra
    if max(state.money) > ROUNDS * most_a_round:
        yield "E6.1: more money than a whole game pays"
    # one shuffle at the start; a turn turns up one card, and a seat may draw another
    if not 1 <= state.shuffles <= 1 + 2 * ((state.round - 1) * turns + state.turn):
        yield "E4.5: event cards were shuffled more often than they can run out, or never"


def _gem_cards(state: State) -> Iterator[str]:
    """Check that the gem cards suffice for the rest of the round.

    With two seats they must suffice for the rest of the game."""
    seats, seat = len(state.gems), active(state)
    if len(state.set_aside) != SET_ASIDE[seats]:
        yield "E2.2: more or fewer gem cards set aside than at this table"
    turned = () if state.stage is Stage.OVER else seats_of(state) if seat is None else (seat,)
    if any((card is not None) != (each in turned) for each, card in enumerate(state.gem_cards)):
        yield "E3.2: a gem card in front of a seat that has none, or none in front of one that has"
    left = TURNS[seats] - state.turn
    due = left * seats if seat is None else left + (ROUNDS - state.round) * TURNS[seats]
    if len(state.gem_pile) != due:
        yield "E3.1: the gem cards are more or fewer than the turns to come need"


def _leftovers(state: State) -> Iterator[str]:
    """Nothing is there that belongs to another stage."""
    if (state.actor is not None) != (state.stage in CARRYING_OUT):
        yield "E4.2: somebody carries out an action at another stage, or nobody at this"
    if (state.negotiation is not None) != (state.stage is Stage.BID):
        yield "E5.1: a negotiation at another stage, or none at this"
    if (state.event is not None) != (state.stage in (Stage.EVENT, Stage.RETURN_GEM)):
        yield "E4.2: an event card is carried out at another stage, or none at this"
    if bool(state.queue) != (state.stage in (Stage.FREE_CHOICE, Stage.RETURN_GEM)):
        yield "E4.4: seats wait for their turn at another stage, or none at this"


def _nothing_chosen(state: State) -> Iterator[str]:
    if any(state.actions) or state.is_open or state.guesses or state.step:
        yield "E3.2: an action of another turn"


def _open_event(state: State, takers: tuple[Seat, ...]) -> Iterator[str]:
    """Check the open event card, which stays until a seat carries out the action.

    Two seats that want it may both leave it."""
    is_later = state.step in (Action.GEMS, Action.FREE_CHOICE)
    is_taken = state.event is not None or (is_later and len(takers) == 1)
    may_be_taken = is_taken or (is_later and len(takers) == 2)
    if state.open_event is None and not may_be_taken:
        yield "E3.2: no event card lies open"
    if state.open_event is not None and is_taken:
        yield "E4.2: an event card lies open though one was taken"


def _guessing(state: State) -> Iterator[str]:
    """Check the guessing: one seat has sealed, the other may have missed once."""
    seat = active(state)
    if seat is None:
        yield "E10.3: nobody guesses among more than two"
        return
    sealed, cards = state.actions[seat], action_cards(2)
    if sealed not in cards or state.actions[1 - seat] or state.is_open or state.step:
        yield "E10.2: the active seat has sealed no action, or another has"
    missed = state.guesses[:1]
    if len(state.guesses) >= rounds.GUESSES or any(guess is sealed or guess not in cards for guess in missed):
        yield "E10.3: a guess that was right, or one too many"


def _open_actions(state: State) -> Iterator[str]:
    """Check that the actions lie open, and that the one under way was chosen."""
    seat, cards = active(state), action_cards(len(state.gems))
    if seat is None:
        if any(action not in cards for action in state.actions) or state.guesses:
            yield "E1.2: an action that is no card of a seat"
    else:
        if state.actions[seat] not in cards or state.actions[1 - seat]:
            yield "E10.2: the active seat has sealed no action, or another has"
        guesses = state.guesses
        if len({*guesses} & {*cards}) != rounds.GUESSES or len(guesses) != rounds.GUESSES:
            yield "E10.3: other guesses than two different ones"
        if guesses[:1] == (state.actions[seat],):
            yield "E10.3: an action goes on that was found out at once"
    if not state.is_open or state.step not in state.actions:
        yield "E3.2: an action is under way that nobody chose, or is still sealed"


def _contenders(state: State) -> tuple[Seat, ...]:
    """Return the seats that want the action under way (E3.3).

    With two seats these are both, after a right guess (E10.3)."""
    if active(state) is not None and state.guesses[-1] is state.step:
        return seats_of(state)
    return tuple(seat for seat in seats_of(state) if state.actions[seat] is state.step)


def _acting(state: State, seats: tuple[Seat, ...]) -> Iterator[str]:
    if state.stage is Stage.FREE_CHOICE:
        yield from _free_choice(state, seats)
        return
    if state.step is Action.FREE_CHOICE or len(seats) > 2:
        yield "E3.3: an action goes on that lapses, or a free choice that conflicts"
    if state.negotiation is not None:
        yield from _bargain(state, state.negotiation, seats)
        return
    if state.step is not Action.EVENT or state.actor not in seats:
        yield "E4.2: whoever carries out an event did not choose it"
    if state.actor is not None and state.event is not None:
        yield from _event(state, state.actor, state.event)


def _free_choice(state: State, seats: tuple[Seat, ...]) -> Iterator[str]:
    if state.step is not Action.FREE_CHOICE or not {*state.queue} <= {*seats}:
        yield "E4.4: a seat chooses freely that did not choose to"
    if state.queue != sort_by_opening(state, tuple({*state.queue})):
        yield "E4.4: free choices are made in another order"
    if not actions.free_choices(state, state.queue[0]):
        yield "E4.4: a seat has nothing to choose"


def _bargain(state: State, bargain: Negotiation, seats: tuple[Seat, ...]) -> Iterator[str]:
    opener, other, turn, bid, passed = bargain
    if len(seats) != 2 or (opener, other) != sort_by_opening(state, seats):
        yield "E5.1: other seats negotiate than those two, or the wrong one opens"
    if turn not in (opener, other):
        yield "E5.1: the word is with a seat that does not negotiate"
    if bid is None:
        if turn != (other if passed else opener) or not any(state.gems[turn]):
            yield "E5.7: the word is with the wrong seat, or with one that has no gem"
        return
    bidder = other if turn == opener else opener
    if passed or bid == NO_GEMS or not holds(state.gems[bidder], bid):
        yield "E5.2: a bid of nothing, of gems that the bidder has not, or after a pass"
    if not bids.can_bid(state.gems[turn], bid):
        yield "E5.6: a seat is asked that can only accept"


def _event(state: State, seat: Seat, card: int) -> Iterator[str]:
    effect = state.table.edition.event_cards[card].effect
    if state.stage is Stage.EVENT:
        if not events.list_event_actions(state, seat, card):
            yield "E8: an event card that is not to be carried out, or would change nothing"
        return
    if effect is not CardEffect.RETURN_ONE:
        yield "E8.8: gems go back though the card does not say so"
    if seat in state.queue or any(one >= next_one for one, next_one in pairwise(state.queue)):
        yield "E8.8: the card's owner is to lose a gem, or a seat twice"
    if not all(any(state.gems[victim]) for victim in state.queue) or len(kinds(state.gems[state.queue[0]])) < 2:
        yield "E8.8: a seat that is to lose a gem has none, or none to choose from"


def _end(state: State) -> Iterator[str]:
    if (state.round, state.turn) != (ROUNDS, TURNS[len(state.gems)]):
        yield "E7.8: the end comes after the last turn"
    if any(state.cards):
        yield "E7.6: an event card was not put back after the scoring"
