"""Course of rounds and turns: the order of the stages and their actors (E3, E10)."""

from collections.abc import Mapping
from typing import cast

from engine.core.chance import Chance
from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action, Choice, Guess
from engine.edel_stein_reich.components import ROUNDS
from engine.edel_stein_reich.effects import (
    actions_open,
    found_out,
    gem_cards_open,
    guesses_right,
    guesses_wrong,
    lapses,
    opens_round,
    round_begins,
    sealed_opens,
    seals,
)
from engine.edel_stein_reich.effects.parts import Recorder
from engine.edel_stein_reich.effects.scoring import gem_cards_shuffled, scarce_gems_return
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, size
from engine.edel_stein_reich.rules import actions, ending, events, negotiation, scoring
from engine.edel_stein_reich.rules.bank import lose_gems
from engine.edel_stein_reich.state import (
    SET_ASIDE,
    TURNS,
    Stage,
    State,
    active,
    chosen_by,
    seats_of,
)

SCARCE = 5
"""Number of gems of a colour in the supply at which every seat returns one (E7.7)."""

GUESSES = 2
"""Number of guesses of the opponent (E10.3)."""


def resolve(state: State, choices: Mapping[Seat, Choice], chance: Chance, record: Recorder) -> State:
    """Return the state after legal choices of all asked seats."""
    stage = state.stage
    (seat, choice), *_ = choices.items()
    state = state._replace(stage=Stage.RESOLVING)
    match stage:
        case Stage.ACTION if state.table.starter is not None:
            return _seal(state, seat, cast("Action", choice), record)
        case Stage.ACTION:
            state = state._replace(
                actions=tuple(cast("Action", choices[each]) for each in seats_of(state)), is_open=True
            )
            record(actions_open, state)
        case Stage.GUESS:
            state = _guess(state, seat, cast("Guess", choice).action, record)
        case Stage.BID:
            state = _act(negotiation.answer(state, choice, record), record)
        case Stage.EVENT_SOURCE:
            state = events.take(state, seat, choice, chance, record)
        case Stage.EVENT:
            state = events.carry_out(state, seat, choice, record)
        case Stage.RETURN_GEM:
            state = events.send_back(state, seat, choice, record)
        case Stage.FREE_CHOICE:
            state = actions.choose_freely(state, choice, record)
    return _go_on(state, chance, record)


def begin(state: State, number: int, chance: Chance, record: Recorder) -> State:
    """Begin that round, at its first turn."""
    richest = _opener(state) if number > 1 and state.opener is not None else None
    state = state._replace(round=number, turn=1, scored=None)
    record(round_begins, state)
    if richest is not None:
        seat, why = richest
        state = state._replace(opener=seat)
        record(opens_round, state, seat, why)
    return _begin_turn(state, chance, record)


def deal_gem_cards(state: State, number: int, chance: Chance) -> State:
    """Shuffle all gem cards and set some aside, before that round (E2.2, E7.7)."""
    edition = state.table.edition
    order = chance.shuffle(f"edel_stein_reich/gem_cards/{number}", [card.id for card in edition.gem_cards])
    cards = tuple(edition.gem_card_places[name] for name in order)
    aside = SET_ASIDE[len(state.gems)]
    return state._replace(set_aside=cards[:aside], gem_pile=cards[aside:], spent=())


def _opener(state: State) -> tuple[Seat, str]:
    """Return which of two seats begins the next round, and its advantage (E10.1).

    The advantage is money, gems, then red, yellow, green or blue gems. It is ``turn`` at a tie: then the seat that
    did not begin the last round begins."""
    holdings = [(state.money[seat], size(state.gems[seat]), *state.gems[seat]) for seat in seats_of(state)]
    for what, one, other in zip(("money", "gems", *(colour.value for colour in COLOURS)), *holdings, strict=True):
        if one != other:
            return Seat(int(one < other)), what
    return Seat(1 - cast("Seat", state.opener)), "turn"


def _begin_turn(state: State, chance: Chance, record: Recorder) -> State:
    """Turn up gem cards in seat order, then an event card.

    With two seats only the active one gets a gem card (E10.2)."""
    seat = active(state)
    turned = len(state.gems) if seat is None else 1
    cards: tuple[int | None, ...] = state.gem_pile[:turned]
    if seat is not None:
        cards = (cards[0], None) if seat == 0 else (None, cards[0])
    state = state._replace(gem_cards=cards, gem_pile=state.gem_pile[turned:])
    record(gem_cards_open, state)
    return events.turn_up(state, chance, record)._replace(stage=Stage.ACTION)


def _seal(state: State, seat: Seat, action: Action, record: Recorder) -> State:
    """Seal the active seat's action; the other seat is to guess (E10.2)."""
    state = state._replace(actions=tuple(action if other == seat else None for other in seats_of(state)))
    record(seals, state, seat)
    return state._replace(stage=Stage.GUESS)


def _guess(state: State, seat: Seat, guess: Action, record: Recorder) -> State:
    """Apply a guess (E10.3).

    If the first is right, the action lapses. If the second is right, the seats negotiate. Else the action is carried
    out."""
    sealer = Seat(1 - seat)
    action = cast("Action", state.actions[sealer])
    state = state._replace(guesses=(*state.guesses, guess))
    is_right = guess is action
    record(guesses_right if is_right else guesses_wrong, state, seat, guess)
    if not is_right and len(state.guesses) < GUESSES:
        return state._replace(stage=Stage.GUESS)
    state = state._replace(is_open=True, step=action)
    record(sealed_opens, state, sealer, action)
    if not is_right:
        return _act(state._replace(actor=sealer), record)
    if len(state.guesses) == 1:
        record(found_out, state, sealer, action)
        return state
    return _act(negotiation.begin(state, action, seats_of(state), record), record)


def _go_on(state: State, chance: Chance, record: Recorder) -> State:
    """Carry out the remaining actions in order (E3.2) until a seat is asked.

    After the last one the turn ends."""
    while state.stage is Stage.RESOLVING:
        action = _next_action(state)
        if action is None:
            return _end_turn(state, chance, record)
        state = _begin_action(state._replace(step=action, actor=None), action, record)
    return state


def _next_action(state: State) -> Action | None:
    """Return the next action that a seat chose.

    With two seats the only action is already under way."""
    order = tuple(Action)
    done = order.index(state.step) + 1 if state.step else 0
    return next((action for action in order[done:] if action in state.actions), None)


def _begin_action(state: State, action: Action, record: Recorder) -> State:
    """Begin an action by the number of seats that chose it (E3.3).

    One seat carries it out, two negotiate, of more it lapses. The free choice never conflicts."""
    seats = chosen_by(state, action)
    if action is Action.FREE_CHOICE:
        return actions.begin_free_choice(state, seats, record)
    if len(seats) > 2:
        record(lapses, state, action, seats)
        return state
    if len(seats) == 2:
        return _act(negotiation.begin(state, action, seats, record), record)
    return _act(state._replace(actor=seats[0]), record)


def _act(state: State, record: Recorder) -> State:
    """Carry out the action of the actor, if there is one (E4)."""
    if state.actor is None:
        return state
    match state.step:
        case Action.MONEY:
            return actions.take_money(state, state.actor, record)
        case Action.GEMS:
            return actions.take_gems(state, state.actor, record)
    return state._replace(stage=Stage.EVENT_SOURCE)


def _end_turn(state: State, chance: Chance, record: Recorder) -> State:
    """Discard the gem cards; score after the last turn of a round (E3.1)."""
    nobody = (None,) * len(state.gems)
    state = state._replace(
        gem_cards=nobody,
        spent=(*state.spent, *(card for card in state.gem_cards if card is not None)),
        actions=nobody,
        is_open=False,
        guesses=(),
        step=None,
        actor=None,
    )
    if state.turn < TURNS[len(state.gems)]:
        return _begin_turn(state._replace(turn=state.turn + 1), chance, record)
    state = scoring.score_round(state, record)
    if state.round == ROUNDS:
        return ending.end(state, record)
    number = state.round + 1
    if state.table.starter is None:
        state = deal_gem_cards(state, number, chance)
        record(gem_cards_shuffled, state)
    state = _return_scarce(state, record)
    return begin(state, number, chance, record)


def _return_scarce(state: State, record: Recorder) -> State:
    """Return one gem per seat of every scarce colour (E7.7)."""
    for colour in COLOURS:
        left = state.supply[colour.place]
        seats = [seat for seat in seats_of(state) if state.gems[seat][colour.place]]
        if left <= SCARCE and seats:
            for seat in seats:
                state = lose_gems(state, seat, ONE_EACH[colour.place])
            record(scarce_gems_return, state, colour, left, seats)
    return state
