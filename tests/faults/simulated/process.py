"""A server process of the simulation: the real application, in tasks that all die together or stand still together."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar, copy_context
from typing import Any

from fastapi import FastAPI

from app.journal.store import Store
from app.main import create_app
from app.rooms.model.ids import Millis
from app.settings import Settings

SETTINGS = Settings(limits=False, keep_days=0)
ROUNDS = 50
"""More cancellations than any task outlives."""

_own: ContextVar["Process | None"] = ContextVar("process", default=None)


class Process:
    """One process. Whatever it does beyond itself passes its gate: the dead do nothing more, who stands still waits."""

    def __init__(self, name: str, now: Callable[[], Millis]) -> None:
        self.name = name
        self.now = now
        self.is_dead = False
        self.is_ready = asyncio.Event()
        self.app = FastAPI()
        self._goes = asyncio.Event()
        self._goes.set()
        self._stops = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, store: Store) -> asyncio.Task[None]:
        """Starts the application over that store; the task ends with it."""
        self.app = create_app(SETTINGS, store, now=self.now, clock=asyncio.get_running_loop().time)
        return self.run(self._serve())

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Lets the process do that."""
        context = copy_context()
        context.run(_own.set, self)
        return context.run(asyncio.get_running_loop().create_task, work)

    async def gate(self) -> None:
        """Goes on when the process does."""
        await self._goes.wait()
        if self.is_dead:
            raise asyncio.CancelledError

    async def stand_still(self, seconds: float) -> None:
        """What SIGSTOP and, so much later, SIGCONT do."""
        self._goes.clear()
        await asyncio.sleep(seconds)
        self._goes.set()

    def kill(self) -> None:
        """What SIGKILL does."""
        self.is_dead = True
        self._goes.set()
        for task in tuple(self._tasks):
            task.cancel()

    async def stop(self) -> None:
        """What SIGTERM does: the application ends in good order."""
        self._stops.set()
        while self._tasks and not self.is_dead:
            await asyncio.sleep(0.05)
        self.kill()

    async def buried(self) -> None:
        """Returns when nothing of a dead process is left."""
        for _ in range(ROUNDS):
            if not self._tasks:
                return
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        raise AssertionError(f"{self.name} does not die: {self._tasks}")

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Counts a task among its own."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        async with self.app.router.lifespan_context(self.app):
            self.is_ready.set()
            await self._stops.wait()


def task_factory(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any] | Generator[Any, None, Any], **more: Any
) -> asyncio.Task[Any]:
    """Makes every task of a process the process's own; to be set in the loop."""
    task = asyncio.Task(work, loop=loop, **more)
    owner = _own.get()
    if owner is not None:
        owner.keep(task)
        if owner.is_dead:
            task.cancel()
    return task
