"""Recorders: listeners to the rules of a game.

A rule calls ``record(buys, state, seat, ...)``. The recorder decides whether an effect is made of it.
``StepRecorder`` keeps the steps for the table to show; ``silent`` makes nothing, for search. The state is the one
right after the effect."""

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, Protocol, TypeVar

from engine.core.effects import Effect, Step

P = ParamSpec("P")
S = TypeVar("S")


class Recorder(Protocol[S]):
    """Listener to the rules of a game with states S."""

    def __call__(
        self, happens: Callable[Concatenate[S, P], Effect], state: S, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Take note that ``happens`` has just led to ``state``."""
        ...


def ignore_effect(happens: Callable[Concatenate[S, P], Effect], state: S, *args: P.args, **kwargs: P.kwargs) -> None:
    """Ignore the effect."""


class StepRecorder(Generic[S]):
    """Recorder that keeps every effect with its state."""

    def __init__(self) -> None:
        self.steps: list[Step[S]] = []

    def __call__(
        self, happens: Callable[Concatenate[S, P], Effect], state: S, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Keep the effect that ``happens`` makes, with ``state``."""
        self.steps.append(Step(happens(state, *args, **kwargs), state))


def all_steps(resolve: Callable[[StepRecorder[S]], S]) -> tuple[Step[S], ...]:
    """Return the steps of a resolution; the last has the state it returns."""
    recorder: StepRecorder[S] = StepRecorder()
    new = resolve(recorder)
    *steps, last = recorder.steps
    return (*steps, Step(last.effect, new))
