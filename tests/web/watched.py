"""Real server in a thread, whose event loop is watched.

A plain client sends it arbitrary bytes."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from app.journal.sql.store import SqlStore
from app.main import create_app
from app.settings.settings import Settings
from app.web.server.port import listen
from app.web.server.server import server
from tests.web.heavy import handshake
from tests.web.loop_watch import NOTHING, LoopWatch, watching

PATIENCE_S = 120.0


@dataclass
class Answer:
    """Response of the server."""

    status: int
    head: bytes
    body: bytes


@dataclass
class Watched:
    """Server whose event loop is watched."""

    app: FastAPI
    port: int
    loop: asyncio.AbstractEventLoop
    watch: LoopWatch
    store: SqlStore

    def send(self, about: str, raw: bytes) -> Answer:
        """Send these bytes and return the response.

        Steps meanwhile count for ``about``. Status 0 means a connection closed without a response."""
        self.watch.begin(about)
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as peer:
            try:
                peer.sendall(raw)
                said = b"".join(iter(lambda: peer.recv(1 << 20), b""))
            except ConnectionError:
                said = b""
        head, _, body = said.partition(b"\r\n\r\n")
        return Answer(int(head[9:12]) if head.startswith(b"HTTP/1.1 ") else 0, head, body)

    def socket(self, about: str, path: str, headers: Mapping[str, str], sent: bytes, least: int = 0) -> bytes:
        """Send these frames and return all data until the close.

        It stops earlier once there are ``least`` bytes."""
        told = bytearray()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as peer:
            self.watch.begin(about)
            peer.sendall(handshake(path, headers))
            try:
                peer.sendall(sent)
                while not least or len(told) < least:
                    if not (piece := peer.recv(1 << 20)):
                        break
                    told += piece
            except ConnectionError:
                pass
        return bytes(told)

    def request(
        self, about: str, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """Send a request and return the response."""
        known = {"host": "localhost:8000", "connection": "close", "sec-fetch-site": "same-origin"} | dict(headers or {})
        if body or method == "POST":
            known["content-length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in known.items())]
        return self.send(about, "\r\n".join([*lines, "", ""]).encode("latin-1") + body)

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a coroutine function in the server's loop, without measuring it."""
        self.watch.begin(NOTHING)
        return asyncio.run_coroutine_threadsafe(work(*arguments), self.loop).result(PATIENCE_S)


@contextmanager
def a_watched_server(folder: Path, **settings: Any) -> Iterator[Watched]:
    """Run a server on a database in the folder.

    Limits are off by default."""
    known = Settings(**{"limits": False, **settings})
    store = SqlStore(f"sqlite:///{folder / 'watched.db'}")
    app = create_app(known, store)
    with watching() as watch, listen("127.0.0.1", 0) as listening:
        running, loop = server(app, known), asyncio.new_event_loop()

        def run() -> None:
            watch.thread = threading.get_ident()
            asyncio.set_event_loop(loop)
            loop.run_until_complete(running.serve(sockets=[listening]))
            loop.close()

        watch.begin(NOTHING)
        thread = threading.Thread(target=run, name="watched server")
        thread.start()
        try:
            while not running.started:
                assert thread.is_alive()
                thread.join(0.01)
            yield Watched(app, listening.getsockname()[1], loop, watch, store)
        finally:
            running.should_exit = True
            thread.join(PATIENCE_S)
