"""Course of a round: the order of stages, and who acts in each (A3, A9)."""

from collections.abc import Mapping
from typing import cast

from engine.adel_verpflichtet.choices import Action, Choice, Location, LocationAction, Pick
from engine.adel_verpflichtet.effects import (
    cards_open,
    cheques_gone,
    house_closes,
    locations_open,
    passes,
    round_ends,
)
from engine.adel_verpflichtet.effects.parts import Recorder
from engine.adel_verpflichtet.rules import auction, castle, ending, track
from engine.adel_verpflichtet.state import Stage, State, Table, Variant, seats_of
from engine.core.seats import Seat


def resolve(state: State, choices: Mapping[Seat, Choice], record: Recorder) -> State:
    """Return the state that legal choices of all asked seats lead to."""
    # all asks of a stage have one type of choice
    match state.stage:
        case Stage.LOCATION:
            return _open_locations(state, cast("Mapping[Seat, Location]", choices), record)
        case Stage.ACTION:
            return _play(_commit(state, cast("Mapping[Seat, Action]", choices), record), record)
        case Stage.LOCATION_ACTION:
            return _play(_open_everything(state, cast("Mapping[Seat, LocationAction]", choices), record), record)
        case Stage.PURCHASE:
            (bought,) = _objects_by_seat(state, choices).values()
            return _continue_after_purchase(auction.buy(state, bought, record), record)
        case Stage.EXHIBITION:
            return _continue_after_exhibitions(castle.exhibit(state, _objects_by_seat(state, choices), record), record)
        case Stage.THEFT:
            (taken,) = _objects_by_seat(state, choices).values()
            return _continue_after_exhibitions(castle.steal(state, taken, record), record)
        case Stage.OVER:
            return state


def begin(state: State, number: int) -> State:
    """Begin that round at its first stage."""
    closed = closes(state)
    stage, place = first_stage(state.table, closed, number)
    return state._replace(round=number, stage=stage, closed=closed, locations=(place,) * len(state.pawns))


def first_stage(table: Table, closed: bool, number: int) -> tuple[Stage, Location | None]:
    """Return the first stage of that round and its location.

    The location is None if seats choose it (A3.1, A4.8, A9.1, A9.2)."""
    if closed:
        return Stage.ACTION, Location.CASTLE
    if table.variant is Variant.CONFRONTATION:
        return Stage.ACTION, Location.AUCTION_HOUSE if number % 2 else Location.CASTLE
    return (Stage.LOCATION if table.variant is None else Stage.LOCATION_ACTION), None


def closes(state: State) -> bool:
    """Return whether the auction house is closed from the next round on (A4.8, A9.2)."""
    return auction.is_sold_out(state) or _is_out_of_cheques(state)


def _open_locations(state: State, chosen: Mapping[Seat, Location], record: Recorder) -> State:
    """Reveal all location cards together (A3.1)."""
    state = state._replace(locations=tuple(chosen[seat] for seat in seats_of(state)), stage=Stage.ACTION)
    record(locations_open, state)
    return state


def _commit(state: State, chosen: Mapping[Seat, Action], record: Recorder) -> State:
    """Fix all actions (A4.0), and reveal those at the auction house (A4)."""
    state = state._replace(actions=tuple(chosen.get(seat) for seat in seats_of(state)))
    for seat in seats_of(state):
        if seat not in chosen:
            record(passes, state, seat)
    auction.reveal_cards(state, record)
    return state


def _open_everything(state: State, chosen: Mapping[Seat, LocationAction], record: Recorder) -> State:
    """Reveal locations and actions together (A9.1)."""
    state = state._replace(
        locations=tuple(chosen[seat].location for seat in seats_of(state)),
        actions=tuple(chosen[seat].action for seat in seats_of(state)),
        castle_open=True,
    )
    record(cards_open, state)
    return state


def _play(state: State, record: Recorder) -> State:
    state = auction.compare_cheques(state, record)
    return state if state.stage is Stage.PURCHASE else _continue_after_purchase(state, record)


def _continue_after_purchase(state: State, record: Recorder) -> State:
    state = auction.settle_thieves(state, record)
    state = castle.reveal_cards(state, record)
    return state if state.stage is Stage.EXHIBITION else _continue_after_exhibitions(state, record)


def _continue_after_exhibitions(state: State, record: Recorder) -> State:
    if not track.has_stopped(state):
        state = castle.send_thieves(state, record)
        if state.prowling:
            return state
        state = castle.detect(state, record)
    state = castle.return_exhibits(state, record)
    return _end(state, record)


def _end(state: State, record: Recorder) -> State:
    """End the round.

    End the game too, if the round was the last (A8.1) or the game was stopped (A11.1)."""
    if not ending.is_last_round(state) and not state.closed:
        if auction.is_sold_out(state):
            record(house_closes, state)
        elif _is_out_of_cheques(state):
            record(cheques_gone, state)
    state = _take_back(state)
    record(round_ends, state)
    return ending.end(state, record) if ending.is_last_round(state) else begin(state, state.round + 1)


def _take_back(state: State) -> State:
    """Return the surviving cards to their owners (A3.5)."""
    nothing = (None,) * len(state.pawns)
    return state._replace(locations=nothing, actions=nothing, castle_open=False, paid=0)


def _is_out_of_cheques(state: State) -> bool:
    """Return whether the confrontation variant goes on at the castle alone (A9.2)."""
    return state.table.variant is Variant.CONFRONTATION and not any(state.cheques)


def _objects_by_seat(state: State, choices: Mapping[Seat, Choice]) -> dict[Seat, int]:
    edition = state.table.edition
    return {seat: edition.set_of(pick.objects) for seat, pick in cast("Mapping[Seat, Pick]", choices).items()}
