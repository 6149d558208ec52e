"""Who listens to the rules of a game.

A rule says ``record(buys, state, seat, ...)``; whether a happening is made of it is up to the recorder:
``StepRecorder`` keeps the steps for the table to show, ``silent`` makes nothing, for search. The state told is the one
right after the happening."""

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, Protocol, TypeVar

from engine.core.happenings import Happening, Step

P = ParamSpec("P")
S = TypeVar("S")


class Recorder(Protocol[S]):
    """Whoever listens to the rules of a game with states S."""

    def __call__(
        self, happens: Callable[Concatenate[S, P], Happening], state: S, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """``happens`` has just led to ``state``."""
        ...


def silent(happens: Callable[Concatenate[S, P], Happening], state: S, *args: P.args, **kwargs: P.kwargs) -> None:
    """Nobody listens."""


class StepRecorder(Generic[S]):
    """Keeps every happening with its state."""

    def __init__(self) -> None:
        self.steps: list[Step[S]] = []

    def __call__(
        self, happens: Callable[Concatenate[S, P], Happening], state: S, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """``happens`` has just led to ``state``."""
        self.steps.append(Step(happens(state, *args, **kwargs), state))


def all_steps(resolve: Callable[[StepRecorder[S]], S]) -> tuple[Step[S], ...]:
    """The steps that a resolution tells its recorder; the last one leads to the state that it returns."""
    recorder: StepRecorder[S] = StepRecorder()
    new = resolve(recorder)
    *steps, last = recorder.steps
    return (*steps, Step(last.happening, new))
