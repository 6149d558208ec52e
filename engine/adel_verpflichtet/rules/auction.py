"""Auction house: cheques, then thieves (A4)."""

from collections.abc import Iterable

from engine.adel_verpflichtet import choices
from engine.adel_verpflichtet.choices import Action, Card, Location
from engine.adel_verpflichtet.effects import (
    auction_opens,
    buys,
    cheques_return,
    finds_no_cheque,
    outbids,
    pile_ends,
    steals_cheque,
    thieves_clash,
    turns_up,
)
from engine.adel_verpflichtet.effects.parts import Recorder
from engine.adel_verpflichtet.objects import Object
from engine.adel_verpflichtet.state import Stage, State, cards_played, replace_seat
from engine.core.seats import Seat


def cards(cheques: Iterable[int], thieves: Iterable[int]) -> tuple[Action, ...]:
    """Return the cards that may be played there, in listing order (A3.2, A4.7)."""
    return (*map(choices.cheque, cheques), *map(choices.thief, thieves))


def can_act(state: State, seat: Seat) -> bool:
    """Return whether the seat has a card it may play there (A3.4)."""
    return bool(state.cheques[seat] or state.thieves[seat])


def winner(state: State) -> Seat:
    """Return the seat that plays the highest cheque (A4.1)."""
    return cards_played(state, Location.AUCTION_HOUSE, Card.CHEQUE)[0][1]


def reveal_cards(state: State, record: Recorder) -> None:
    """Reveal the action cards there; the castle's stay closed (A4)."""
    if any(location == Location.AUCTION_HOUSE for location in state.locations):
        record(auction_opens, state)


def compare_cheques(state: State, record: Recorder) -> State:
    """Let the highest cheque win (A4.1): its owner buys, or is asked which object."""
    cheques = cards_played(state, Location.AUCTION_HOUSE, Card.CHEQUE)
    if not cheques:
        return state
    (cheque, seat), *beaten = cheques
    record(outbids, state, seat, cheque, beaten)
    first, second = state.windows
    if first and second:
        return state._replace(stage=Stage.PURCHASE)
    return buy(state, (first or second)[0], record)


def buy(state: State, bought: Object, record: Recorder) -> State:
    """Move the object into the winner's hidden hand (A4.9), the cheque into the till.

    Then turn up the next object (A4.1)."""
    (cheque, seat), *beaten = cards_played(state, Location.AUCTION_HOUSE, Card.CHEQUE)
    first, second = state.windows
    window = 0 if bought in first[:1] else 1
    state = state._replace(
        hands=replace_seat(state.hands, seat, state.hands[seat] | bought),
        seen=state.seen | bought,
        cheques=replace_seat(state.cheques, seat, _remove(state.cheques[seat], cheque)),
        till=_add(state.till, cheque),
        paid=cheque,
        windows=(first, second[1:]) if window else (first[1:], second),
        covered=window,
    )
    record(buys, state, seat, window, bought)
    state = state._replace(covered=None)
    record(turns_up if state.windows[window] else pile_ends, state, window)
    if beaten:
        record(cheques_return, state, beaten)
    return state


def settle_thieves(state: State, record: Recorder) -> State:
    """Give the cheque paid this round to a lone thief (A4.3).

    Several thieves clash and get nothing (A4.4). No thief is ever caught here (A4.6)."""
    thieves = cards_played(state, Location.AUCTION_HOUSE, Card.THIEF)
    if len(thieves) > 1:
        record(thieves_clash, state, thieves)
    elif thieves:
        thief, seat = thieves[0]
        if not state.paid:
            record(finds_no_cheque, state, seat, thief)
            return state
        state = state._replace(
            cheques=replace_seat(state.cheques, seat, _add(state.cheques[seat], state.paid)),
            till=_remove(state.till, state.paid),
        )
        record(steals_cheque, state, seat, thief, state.paid, winner(state))
    return state


def is_sold_out(state: State) -> bool:
    """Return whether both piles are empty (A4.8)."""
    return not any(state.windows)


def _add(cheques: tuple[int, ...], cheque: int) -> tuple[int, ...]:
    return tuple(sorted((*cheques, cheque), reverse=True))


def _remove(cheques: tuple[int, ...], cheque: int) -> tuple[int, ...]:
    return tuple(other for other in cheques if other != cheque)
