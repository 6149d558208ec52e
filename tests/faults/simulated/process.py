"""Simulated server process: the real application, in tasks with one fate."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar, copy_context
from typing import Any

from fastapi import FastAPI

from app.journal.store import Store
from app.main import create_app
from app.rooms.model.ids import Millis
from app.settings.settings import Settings

SETTINGS = Settings(limits=False, keep_days=0)
ROUNDS = 50
"""More cancellations than any task survives."""

_own: ContextVar["Process | None"] = ContextVar("process", default=None)


class Process:
    """One process, whose outside actions all pass its gate.

    Dead processes do nothing, stopped ones wait."""

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
        """Start the application over a store; the task ends with it."""
        self.app = create_app(SETTINGS, store, now=self.now, clock=asyncio.get_running_loop().time)
        return self.run(self._serve())

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work in the process."""
        context = copy_context()
        context.run(_own.set, self)
        return context.run(asyncio.get_running_loop().create_task, work)

    async def gate(self) -> None:
        """Wait until the process runs."""
        await self._goes.wait()
        if self.is_dead:
            raise asyncio.CancelledError

    async def suspend(self, seconds: float) -> None:
        """Stop the process as SIGSTOP does, and resume it as SIGCONT does."""
        self._goes.clear()
        await asyncio.sleep(seconds)
        self._goes.set()

    def kill(self) -> None:
        """Kill the process as SIGKILL does."""
        self.is_dead = True
        self._goes.set()
        for task in tuple(self._tasks):
            task.cancel()

    async def stop(self) -> None:
        """Stop the application as SIGTERM does."""
        self._stops.set()
        while self._tasks and not self.is_dead:
            await asyncio.sleep(0.05)
        self.kill()

    async def wait_until_gone(self) -> None:
        """Wait until nothing of a dead process is left."""
        for _ in range(ROUNDS):
            if not self._tasks:
                return
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        raise AssertionError(f"{self.name} does not die: {self._tasks}")

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Add a task to the process."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        async with self.app.router.lifespan_context(self.app):
            self.is_ready.set()
            await self._stops.wait()


def make_task(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any] | Generator[Any, None, Any], **more: Any
) -> asyncio.Task[Any]:
    """Return a new task, owned by the process that makes it.

    It is set as the loop's task factory."""
    task = asyncio.Task(work, loop=loop, **more)
    owner = _own.get()
    if owner is not None:
        owner.keep(task)
        if owner.is_dead:
            task.cancel()
    return task
