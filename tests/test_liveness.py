"""Liveness: a worker hangs if the supervisor has looked that long and saw no beat."""

from dataclasses import dataclass

import pytest

from app import liveness
from app.liveness import MOST_A_LOOK_S, START_FACTOR, Liveness

LIMIT_S = 10.0
LOOK_S = 0.25


@dataclass
class Counter:
    """Counter of beats."""

    value: int = 0


def looks(watched: Liveness, seconds: float) -> None:
    """Check for that many seconds without a beat."""
    for _ in range(round(seconds / LOOK_S)):
        watched.look(LOOK_S)


def start_worker() -> tuple[Liveness, Counter]:
    """Return a worker that has beaten once."""
    beats = Counter()
    watched = Liveness(beats, LIMIT_S)
    beats.value += 1
    watched.look(LOOK_S)
    return watched, beats


def test_a_worker_that_beats_is_never_hung() -> None:
    watched, beats = start_worker()
    for _ in range(100):
        looks(watched, LIMIT_S - LOOK_S)
        assert not watched.is_hung
        beats.value += 1
        watched.look(LOOK_S)


def test_a_silent_worker_is_hung_after_the_limit() -> None:
    watched, _ = start_worker()
    looks(watched, LIMIT_S)
    assert not watched.is_hung
    looks(watched, 2 * LOOK_S)
    assert watched.is_hung


def test_a_starting_worker_may_take_ten_times_as_long() -> None:
    watched = Liveness(Counter(), LIMIT_S)
    looks(watched, START_FACTOR * LIMIT_S)
    assert not watched.is_hung
    looks(watched, 2 * LOOK_S)
    assert watched.is_hung


def test_time_in_which_the_supervisor_slept_counts_as_one_look() -> None:
    watched, _ = start_worker()
    watched.look(24 * 3600.0)
    assert not watched.is_hung
    looks(watched, LIMIT_S - MOST_A_LOOK_S)
    assert not watched.is_hung


def test_a_supervisor_that_counts_its_own_sleep_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "MOST_A_LOOK_S", float("inf"))
    with pytest.raises(AssertionError):
        test_time_in_which_the_supervisor_slept_counts_as_one_look()
