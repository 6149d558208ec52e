"""End of the game: condition, final exhibition and ranking (A8).

By the rules of 1990 the end comes at once (A11.1)."""

from collections.abc import Sequence

from engine.adel_verpflichtet.effects import (
    banquet_reached,
    finalist_moves,
    finals_open,
    game_ends,
    rounds_run_out,
)
from engine.adel_verpflichtet.effects.parts import Recorder
from engine.adel_verpflichtet.objects import Objects
from engine.adel_verpflichtet.rules import exhibition
from engine.adel_verpflichtet.rules.exhibition import Worth
from engine.adel_verpflichtet.rules.track import has_stopped, move_pawn
from engine.adel_verpflichtet.state import Stage, State, seats_of
from engine.core.outcome import Outcome
from engine.core.seats import Seat

LAST_ROUND = 200
"""Round after which the game ends in any case (A8.5)."""

FINAL_MOVES = (8, 4)
"""Spaces for the best final exhibition and for the second best (A8.2)."""

BANQUET, ROUNDS = "banquet", "rounds"
"""Reasons of the end: a pawn at the banquet (A8.1), the last round (A8.5)."""


def is_last_round(state: State) -> bool:
    """Return whether the round just played was the last (A8.1, A8.5)."""
    return max(state.pawns) >= state.table.edition.banquet_space or state.round >= LAST_ROUND


def end(state: State, record: Recorder) -> State:
    """Finish the game: final exhibition, then ranking."""
    state = _ending(state, record)
    state = _final_exhibition(state, record)
    state = state._replace(stage=Stage.OVER)
    record(game_ends, state, ranking(state))
    return state


def prizes(finals: Sequence[Objects]) -> list[tuple[Seat, int]]:
    """Return the seats that move in the end, the best first, and their spaces (A8.2)."""
    return list(zip(exhibition.rank_by_worth(finals), FINAL_MOVES, strict=False))


def ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats by place (A8.3).

    First the farthest pawn, then the more valuable final exhibition, then any exhibition. Equal seats share a place."""
    standing: dict[tuple[int, Worth], list[Seat]] = {}
    for seat in seats_of(state):
        standing.setdefault((state.pawns[seat], exhibition.worth(state.finals[seat])), []).append(seat)
    return tuple(tuple(standing[key]) for key in sorted(standing, reverse=True))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    return Outcome(state.reason, ranking(state)) if state.stage is Stage.OVER else None


def _ending(state: State, record: Recorder) -> State:
    banquet = state.table.edition.banquet_space
    at_table = [seat for seat in seats_of(state) if state.pawns[seat] >= banquet]
    if at_table:
        state = state._replace(reason=BANQUET)
        if has_stopped(state):
            return state
        record(banquet_reached, state, sorted(at_table, key=lambda seat: -state.pawns[seat]))
    else:
        state = state._replace(reason=ROUNDS)
        record(rounds_run_out, state)
    return state


def _final_exhibition(state: State, record: Recorder) -> State:
    edition = state.table.edition
    state = state._replace(finals=tuple(exhibition.best(edition, hand) for hand in state.hands))
    record(finals_open, state)
    for rank, (seat, by) in enumerate(prizes(state.finals), start=1):
        state = move_pawn(state, seat, by)
        record(finalist_moves, state, seat, rank, state.finals[seat], by)
    return state
