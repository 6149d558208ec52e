"""Who listens to the rules."""

from engine.core.effects import Effect, Step
from engine.core.recorder import Recorder, StepRecorder, silent


def drops(state: int, thing: str, *, times: int) -> Effect:
    return Effect("A1.1", "drops", state, details=(("thing", thing), ("times", times)))


def play(state: int, record: Recorder[int]) -> int:
    """Rules that count up."""
    record(drops, state + 1, "cup", times=2)
    record(drops, state + 2, "tray", times=1)
    return state + 3


def test_a_teller_keeps_every_effect_with_the_state_right_after_it() -> None:
    recorder: StepRecorder[int] = StepRecorder()
    assert play(4, recorder) == 7
    assert recorder.steps == [
        Step(Effect("A1.1", "drops", 5, details=(("thing", "cup"), ("times", 2))), 5),
        Step(Effect("A1.1", "drops", 6, details=(("thing", "tray"), ("times", 1))), 6),
    ]


def test_the_rules_come_to_the_same_when_nobody_listens() -> None:
    assert play(4, silent) == 7


def test_silence_makes_no_effects() -> None:
    made = []

    def counted(state: int) -> Effect:
        made.append(state)
        return Effect("A1.1", "counted", state)

    silent(counted, 3)
    assert made == []
    StepRecorder[int]()(counted, 3)
    assert made == [3]
