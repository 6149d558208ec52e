"""Cells: one per seat, filled from cell 1, emptied at the other end (A7)."""

from collections.abc import Sequence

from engine.adel_verpflichtet.effects import arrested, freed
from engine.adel_verpflichtet.effects.parts import Recorder
from engine.adel_verpflichtet.state import State, owner, replace_seat
from engine.core.seats import Seat


def arrest(state: State, thieves: Sequence[int], detectives: Sequence[Seat], record: Recorder) -> State:
    """Put the caught thieves into the cells, the lowest seniority first (A7.2)."""
    for thief in sorted(thieves):
        state = _enter(state, thief, detectives, record)
    return state


def _enter(state: State, thief: int, detectives: Sequence[Seat], record: Recorder) -> State:
    """Put one thief into cell 1 and move the others up (A7.2).

    A thief that is pushed out of the last cell is free (A7.3)."""
    seat = owner(state, thief)
    inside = (thief, *state.cells)
    cells, pushed_out = inside[: len(state.pawns)], inside[len(state.pawns) :]
    thieves = replace_seat(state.thieves, seat, tuple(other for other in state.thieves[seat] if other != thief))
    for lucky in pushed_out:
        home = owner(state, lucky)
        thieves = replace_seat(thieves, home, tuple(sorted((*thieves[home], lucky), reverse=True)))
    state = state._replace(thieves=thieves, cells=cells)
    record(arrested, state, seat, thief, detectives)
    for lucky in pushed_out:
        record(freed, state, owner(state, lucky), lucky)
    return state
