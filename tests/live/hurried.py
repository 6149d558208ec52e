"""Time for tests: an event loop whose clock jumps to the next timer when everybody waits, and a wall clock on it.

A grace pause or a night costs no time, and the same test takes the same course every time. Where nothing is left that
could ever happen, the loop says so instead of hanging."""

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
    """Nothing is left that could wake anybody."""


class _Selector(selectors.SelectSelector):
    """Waits for nothing: it lets the loop's clock jump instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As in the standard library, without the wait."""
        ready = super().select(0)
        if not ready and timeout is None:
            raise DeadlockError("the test waits for something that never happens")
        if not ready and timeout is not None:
            self.now += max(0.0, timeout)
        return ready


class HurriedLoop(asyncio.SelectorEventLoop):
    """The loop."""

    def __init__(self) -> None:
        self._jumping = _Selector()
        super().__init__(self._jumping)

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self._jumping.now

    def run_in_executor(self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        """Do the work in a step of the loop: while a thread did it, the clock would jump on, as far as that is slow.

        Others have their turns before it, as they have beside a thread."""
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except Exception as error:
                # whoever awaits it is told
                done.set_exception(error)

        self.call_soon(work)
        return done


def hurried(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """The test, run in a loop of its own that does not wait."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=HurriedLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


class WallClock:
    """The clock on the wall: it goes with the loop, and can be set."""

    def __init__(self) -> None:
        self._set_by = 0

    def __call__(self) -> Millis:
        return Millis(START + self._set_by + round(asyncio.get_running_loop().time() * 1000))

    @staticmethod
    def passed() -> Millis:
        """What has passed by the loop's clock, which nobody sets."""
        return Millis(round(asyncio.get_running_loop().time() * 1000))

    def jump(self, ms: int) -> None:
        """Sets the clock forward or, with less than zero, back."""
        self._set_by += ms


async def moments(count: int = 20) -> None:
    """Lets everybody who can go on do so; no timer rings."""
    for _ in range(count):
        await asyncio.sleep(0)
