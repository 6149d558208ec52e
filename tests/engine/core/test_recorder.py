"""Recorders of effects."""

from engine.core.effects import Effect, Step
from engine.core.recorder import Recorder, StepRecorder, ignore_effect


def drops(state: int, thing: str, *, times: int) -> Effect:
    return Effect("A1.1", "drops", state, details=(("thing", thing), ("times", times)))


def play(state: int, record: Recorder[int]) -> int:
    """Count up, as rules of a game."""
    record(drops, state + 1, "cup", times=2)
    record(drops, state + 2, "tray", times=1)
    return state + 3


def test_a_step_recorder_keeps_effects_with_their_states() -> None:
    recorder: StepRecorder[int] = StepRecorder()
    assert play(4, recorder) == 7
    assert recorder.steps == [
        Step(Effect("A1.1", "drops", 5, details=(("thing", "cup"), ("times", 2))), 5),
        Step(Effect("A1.1", "drops", 6, details=(("thing", "tray"), ("times", 1))), 6),
    ]


def test_the_silent_recorder_leads_to_the_same_state() -> None:
    assert play(4, ignore_effect) == 7


def test_the_silent_recorder_makes_no_effects() -> None:
    made = []

    def count(state: int) -> Effect:
        made.append(state)
        return Effect("A1.1", "counted", state)

    ignore_effect(count, 3)
    assert made == []
    StepRecorder[int]()(count, 3)
    assert made == [3]
