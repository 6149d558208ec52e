"""Event loop whose clock jumps to the next timer, and a wall clock on it.

A grace pause or a night costs no time, and a test takes the same course every time. If nothing can ever happen
again, the loop raises an error instead of hanging."""

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, ParamSpec, TypeVar, TypeVarTuple

from app.rooms.model.ids import Millis
from tests.rooms.builders import START

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class DeadlockError(AssertionError):
    """Deadlock: no timer or ready task is left."""


class _Selector(selectors.SelectSelector):
    """Selector that advances the loop's clock instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Select as in the standard library, without the wait."""
        ready = super().select(0)
        if not ready and timeout is None:
            raise DeadlockError("the test waits for something that never happens")
        if not ready and timeout is not None:
            self.now += max(0.0, timeout)
        return ready


class HurriedLoop(asyncio.SelectorEventLoop):
    """Event loop that jumps to its next timer."""

    def __init__(self) -> None:
        self._jumping = _Selector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the seconds since the loop was made."""
        return self._jumping.now

    def run_in_executor(self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        """Run the work in a step of the loop, as the clock does not wait for threads.

        Other tasks have their turns first, as with a thread."""
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except Exception as error:
                # the awaiting task gets the error
                done.set_exception(error)

        self.call_soon(work)
        return done


def run_without_waiting(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run the test in a loop of its own that does not wait."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=HurriedLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


class WallClock:
    """Wall clock that runs with the loop and can be set."""

    def __init__(self) -> None:
        self._set_by = 0

    def __call__(self) -> Millis:
        return Millis(START + self._set_by + round(asyncio.get_running_loop().time() * 1000))

    @staticmethod
    def measure_elapsed() -> Millis:
        """Return the elapsed time by the loop's clock, which nobody sets."""
        return Millis(round(asyncio.get_running_loop().time() * 1000))

    def jump(self, ms: int) -> None:
        """Set the clock forward or, with a negative number, back."""
        self._set_by += ms


async def moments(count: int = 20) -> None:
    """Let all ready tasks run; no timer fires."""
    for _ in range(count):
        await asyncio.sleep(0)
