"""The cells: a row as long as there are seats, filled from cell 1, emptied at the other end (A7)."""

from collections.abc import Sequence

from engine.adel_verpflichtet.happenings import arrested, freed
from engine.adel_verpflichtet.happenings.parts import Recorder
from engine.adel_verpflichtet.state import State, owner, with_seat
from engine.core.seats import Seat


def arrest(state: State, thieves: Sequence[int], detectives: Sequence[Seat], record: Recorder) -> State:
    """The caught thieves enter, the lowest seniority first (A7.2)."""
    for thief in sorted(thieves):
        state = _enter(state, thief, detectives, record)
    return state


def _enter(state: State, thief: int, detectives: Sequence[Seat], record: Recorder) -> State:
    """One thief enters cell 1 and those inside move up; whoever is pushed out of the last cell is free (A7.2, A7.3)."""
    seat = owner(state, thief)
    inside = (thief, *state.cells)
    cells, pushed_out = inside[: len(state.pawns)], inside[len(state.pawns) :]
    thieves = with_seat(state.thieves, seat, tuple(other for other in state.thieves[seat] if other != thief))
    for lucky in pushed_out:
        home = owner(state, lucky)
        thieves = with_seat(thieves, home, tuple(sorted((*thieves[home], lucky), reverse=True)))
    state = state._replace(thieves=thieves, cells=cells)
    record(arrested, state, seat, thief, detectives)
    for lucky in pushed_out:
        record(freed, state, owner(state, lucky), lucky)
    return state
