"""Slow connection to the server, which loses answers to forms."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

DELAY_S = 0.1
"""Delay each way, in seconds."""


class SlowLine:
    """Proxy in a thread of its own.

    ``loses`` is the number of answers to forms still to lose. The browser waits for those in vain."""

    def __init__(self, url: str) -> None:
        self._to = urlsplit(url)
        self._ends: Callable[[], object] = lambda: None
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self.loses = 0
        self.lost = 0
        self.url = ""

    @contextmanager
    def serve(self) -> Iterator["SlowLine"]:
        """Serve during the block."""
        self._thread.start()
        self._is_up.wait()
        try:
            yield self
        finally:
            self._ends()
            self._thread.join()

    async def _serve(self) -> None:
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        async with await asyncio.start_server(self._connect, "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self._ends = lambda: loop.call_soon_threadsafe(over.set)
            self._is_up.set()
            await over.wait()
            for each in asyncio.all_tasks() - {asyncio.current_task()}:
                each.cancel()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self._to.hostname, self._to.port)
        is_lost = False

        async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter, *, is_answer: bool) -> None:
            nonlocal is_lost
            while data := await source.read(65_536):
                await asyncio.sleep(DELAY_S)
                if not is_answer and data.startswith(b"POST ") and self.loses:
                    self.loses, is_lost = self.loses - 1, True
                if is_answer and is_lost:
                    self.lost += 1
                    continue
                target.write(data)
                await target.drain()
            target.close()

        try:
            with suppress(OSError):
                await asyncio.gather(pass_on(reader, back, is_answer=False), pass_on(there, writer, is_answer=True))
        except asyncio.CancelledError:
            # Without this, Python's server reports the cancelled handlers at the end.
            return
        finally:
            writer.transport.abort()
            back.transport.abort()
