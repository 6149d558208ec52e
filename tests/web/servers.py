"""Real uvicorn in the test's own event loop, on a free port of loopback."""

import asyncio
import functools
import inspect
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import pytest
import uvloop

from app.journal.store import Store
from app.main import create_app
from app.settings.settings import Settings
from app.web.http.limits import Clock
from app.web.server.port import listen
from app.web.server.server import Server, server
from app.web.service.dependencies import Dependencies
from app.web.sockets.gateway import Gateway
from tests.journal.memory_store import MemoryStore

Test = Callable[..., Coroutine[Any, Any, None]]


def on_both_loops(test: Test) -> Callable[..., None]:
    """Run an asynchronous test in two event loops: asyncio's and the server's own."""

    @pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
    @functools.wraps(test)
    def run(loop: Callable[[], asyncio.AbstractEventLoop], **arguments: Any) -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(test(**arguments))

    signature = inspect.signature(test)
    loop = inspect.Parameter("loop", inspect.Parameter.KEYWORD_ONLY)
    parameters = [*signature.parameters.values(), loop]
    setattr(run, "__signature__", signature.replace(parameters=parameters))  # noqa: B010 - mypy knows no such attribute
    return cast(Callable[..., None], run)


@dataclass
class Served:
    """Running server."""

    port: int
    running: Server
    gateway: Gateway
    dependencies: Dependencies

    @property
    def url(self) -> str:
        """Address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Stop as SIGTERM does."""
        self.running.should_exit = True


@asynccontextmanager
async def a_server(
    *, clock: Clock = time.monotonic, store: Store | None = None, **settings: Any
) -> AsyncIterator[Served]:
    """Run a server with these settings, whose limits use ``clock``.

    Limits are off by default."""
    known = Settings(**{"limits": False, "host": "127.0.0.1", **settings})
    app = create_app(known, store or MemoryStore(), clock=clock)
    with listen("127.0.0.1", 0) as listening:
        running = server(app, known, clock=clock)
        task = asyncio.create_task(running.serve(sockets=[listening]))
        try:
            while not running.started:
                assert not task.done()
                await asyncio.sleep(0.01)
            yield Served(listening.getsockname()[1], running, app.state.gateway, app.state.dependencies)
        finally:
            running.should_exit = True
            await task
