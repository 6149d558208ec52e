"""Bad connection: a loopback proxy that passes small pieces, or loses one way."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from app.tasks import end_tasks

MOST = 7
"""Bytes of the longest piece."""

AGAIN_S = 0.05


class Line:
    """Proxy from a port of its own to a server's."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self.port = 0
        self.is_in_pieces = False
        self.loses_up = False
        """True while the client's bytes are lost and the server's arrive."""
        self.loses_down = False
        self.pieces = 0
        self.lost = 0
        self._to = port
        self._rng = rng

    @property
    def url(self) -> str:
        """Address of the proxy."""
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Line"]:
        """Serve during the block."""
        tasks: set[asyncio.Task[None]] = set()

        async def handle_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._to)
                both = [
                    asyncio.create_task(self._pass(reader, up_writer, is_up=True)),
                    asyncio.create_task(self._pass(up_reader, writer, is_up=False)),
                ]
                tasks.update(both)
                try:
                    # A line that loses one way hides the other side's end from both.
                    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    await end_tasks(both)
                    tasks.difference_update(both)
                    for end in (writer, up_writer):
                        end.transport.abort()

        server = await asyncio.start_server(handle_client, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            await end_tasks(tasks)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_up: bool) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                if self._loses(is_up):
                    self.lost += len(data)
                elif not self.is_in_pieces:
                    writer.write(data)
                    await writer.drain()
                else:
                    await self._write_pieces(data, writer)

        while self._loses(is_up):
            # An end is lost like everything else.
            await asyncio.sleep(AGAIN_S)

    def _loses(self, is_up: bool) -> bool:
        return self.loses_up if is_up else self.loses_down

    async def _write_pieces(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        start = 0
        while start < len(data):
            size = self._rng.randint(1, MOST)
            writer.write(data[start : start + size])
            await writer.drain()
            # Each piece is read alone, as far as the kernel permits.
            await asyncio.sleep(0)
            start, self.pieces = start + size, self.pieces + 1
