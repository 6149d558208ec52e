"""The line of a socket whose server offers none: by ASGI's messages, with a task that reads and one that writes."""

import asyncio
from collections.abc import Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from app.web.http.errors import Close
from app.web.sockets.line import Receiver


class AsgiLine:
    """A line over ASGI's ``receive`` and ``send``; see :class:`~app.web.sockets.line.Line`."""

    def __init__(self, socket: WebSocket, most: int, patience: float) -> None:
        """``most`` bytes are read of a message; for ``patience`` seconds a peer may take nothing in."""
        self._socket = socket
        self._most = most
        self._patience = patience
        self._receiver: Receiver | None = None
        self._outbox: list[bytes | int] = []
        """Messages, and the code to close with."""
        self._writer: asyncio.Task[None] | None = None
        self._is_over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._may_read = asyncio.Event()
        self._may_read.set()

    @property
    def is_writable(self) -> bool:
        """Whether all that was written has been taken."""
        return self._writer is None

    def carry(self, receiver: Receiver) -> None:
        """Hands over what comes, while :meth:`listen` runs."""
        self._receiver = receiver

    def write(self, messages: Sequence[bytes]) -> None:
        """Sends messages."""
        self._send(*messages)

    def close(self, code: int) -> None:
        """Closes the socket, behind what was written."""
        self._send(code)

    def hold(self) -> None:
        """Reads nothing more."""
        self._may_read.clear()

    def go_on(self) -> None:
        """Reads on."""
        self._may_read.set()

    async def listen(self) -> None:
        """Hands over what comes, until the socket is closed."""
        reader = asyncio.create_task(self._read())
        try:
            await self._is_over
        finally:
            reader.cancel()
            if self._writer is not None:
                self._writer.cancel()
            self._lost()

    def _send(self, *items: bytes | int) -> None:
        self._outbox.extend(items)
        if self._writer is None and not self._is_over.done():
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._outbox:
                item = self._outbox.pop(0)
                if isinstance(item, int):
                    await self._socket.close(item)
                    self._lost()
                    return
                async with asyncio.timeout(self._patience):
                    await self._socket.send_text(item.decode())
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            self._lost()
        finally:
            self._writer = None
        if self._receiver is not None:
            self._receiver.writable()

    async def _read(self) -> None:
        while self._receiver is not None:
            try:
                event = await self._socket.receive()
            except RuntimeError:
                event = {"type": "websocket.disconnect"}
            if event["type"] == "websocket.disconnect":
                self._lost()
                return
            text = event.get("text")
            if text is not None and len(text.encode()) > self._most:
                self._receiver.end(Close.TOO_BIG)
                return
            self._receiver.received(text)
            await self._may_read.wait()

    def _lost(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.lost()
        if not self._is_over.done():
            self._is_over.set_result(None)
