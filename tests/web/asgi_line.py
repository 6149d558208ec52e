"""Line over ASGI's two calls, for the test client.

It offers sockets by ASGI alone, as most servers do."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.sockets.line import LINE


class AsgiLine:
    """Line of a socket that never keeps its server waiting."""

    can_write = True

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._events: deque[Mapping[str, Any]] = deque()
        self._written: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: Callable[[], None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, heard: Callable[[], None] | None) -> None:
        """Implement Line."""
        self._heard = heard
        if not self._tasks:
            self._tasks = [asyncio.create_task(work) for work in (self._read_all(), self._write_all())]

    def take(self) -> Mapping[str, Any] | None:
        """Implement Line."""
        return self._events.popleft() if self._events else None

    def write(self, texts: list[bytes]) -> None:
        """Implement Line."""
        for text in texts:
            self._written.put_nowait({"type": "websocket.send", "text": text.decode()})

    async def send(self, message: Message) -> None:
        """Send behind what was written."""
        if self._tasks and not self._tasks[1].done():
            await self._written.join()
        await self._send(message)

    async def end(self) -> None:
        """End the tasks."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _read_all(self) -> None:
        is_open = True
        while is_open:
            event = await self._receive()
            is_open = event["type"] != "websocket.disconnect"
            self._events.append(event)
            if self._heard is not None:
                self._heard()

    async def _write_all(self) -> None:
        while True:
            await self._send(await self._written.get())
            self._written.task_done()


def offer_lines(app: ASGIApp) -> ASGIApp:
    """Return the application with a line for each of its sockets."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        line = AsgiLine(receive, send)
        scope.setdefault("extensions", {})[LINE] = line
        try:
            await app(scope, receive, line.send)
        finally:
            await line.end()

    return serve
