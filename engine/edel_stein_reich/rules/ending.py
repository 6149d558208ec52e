"""The end: the ranking (E7.8)."""

from engine.core.outcome import Outcome
from engine.core.seats import Seat
from engine.edel_stein_reich.effects.parts import Recorder
from engine.edel_stein_reich.effects.scoring import game_ends
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.state import Stage, State, seats_of

REASON = "third_scoring"
"""The one reason for which a game ends."""


def end(state: State, record: Recorder) -> State:
    """Return the finished game."""
    state = state._replace(stage=Stage.OVER, scored=None)
    record(game_ends, state, ranking(state))
    return state


def ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats by place.

    Order: most money, then most gems, then most red, yellow, green, blue gems; else places are shared."""
    standing: dict[tuple[int, ...], list[Seat]] = {}
    for seat in seats_of(state):
        gems = state.gems[seat]
        standing.setdefault((state.money[seat], size(gems), *gems), []).append(seat)
    return tuple(tuple(standing[key]) for key in sorted(standing, reverse=True))


def outcome(state: State) -> Outcome | None:
    """Return the game's outcome; None while it runs."""
    return Outcome(REASON, ranking(state)) if state.stage is Stage.OVER else None
