"""Proxy between browser and server that treats sockets and commands badly."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal
from urllib.parse import urlsplit

SIZE = 65_536
COMMAND = re.compile(rb"POST \S+/do HTTP")
LIVE = re.compile(rb"GET \S+/live\?\S* HTTP")
UPDATE = re.compile(rb"GET \S+/update\?\S* HTTP")

Sockets = Literal["pass", "swallow", "begin", "close", "refuse"]
"""Treatment of a socket.

- all passes;
- it opens and nothing follows;
- it is silent both ways after the browser's first message;
- it is closed once it is open;
- the proxy answers 404."""

Commands = Literal["pass", "lose", "lose answer", "hold", "hang"]
"""Treatment of a posted command.

- it arrives;
- neither it nor an answer arrives;
- it arrives, its answer does not;
- it arrives on release, after its sender has given up;
- nothing happens until the treatment changes."""


class BadProxy:
    """Port that leads to the server's."""

    def __init__(self, url: str) -> None:
        self._to = ("127.0.0.1", urlsplit(url).port or 0)
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.sockets: Sockets = "pass"
        self.commands: Commands = "pass"
        self.is_cut = False
        """True while nothing at all passes."""
        self.is_mute = False
        """True while messages on open sockets are lost, both ways."""
        self.opened: list[float] = []
        """Times at which sockets were opened."""
        self.updates = 0
        self.held: list[bytes] = []
        self._ends: set[socket.socket] = set()

    @property
    def url(self) -> str:
        """Address of the proxy."""
        return f"http://127.0.0.1:{self._ear.getsockname()[1]}"

    @contextmanager
    def open(self) -> Iterator["BadProxy"]:
        """Serve during the block."""
        threading.Thread(target=self._accept, daemon=True).start()
        try:
            yield self
        finally:
            self._ear.close()
            self.break_all()

    def break_all(self) -> None:
        """Break all open connections."""
        for end in tuple(self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def release(self) -> list[bytes]:
        """Deliver the withheld commands and return the server's answers."""
        answers = []
        held, self.held = self.held, []
        for request in held:
            with socket.create_connection(self._to) as up:
                up.settimeout(10)
                up.sendall(request.replace(b"Connection: keep-alive", b"Connection: close"))
                answer = b""
                with suppress(TimeoutError):
                    while data := up.recv(SIZE):
                        answer += data
            answers.append(answer)
        return answers

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._ear.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection(self._to) as up:
            self._ends |= {client, up}
            state = {"lost": False, "swallows": False, "is_socket": False}
            threading.Thread(target=self._answer, args=(client, up, state), daemon=True).start()
            while data := client.recv(SIZE):
                if self.is_cut or state["lost"]:
                    break
                self.updates += bool(UPDATE.match(data))
                if LIVE.match(data):
                    self.opened.append(time.monotonic())
                    state["is_socket"] = True
                    if self.sockets == "refuse":
                        client.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                        continue
                    state["swallows"] = self.sockets == "swallow"
                    state["closes"] = self.sockets == "close"
                if COMMAND.match(data) and self.commands != "pass":
                    state["lost"] = True
                    whole = self._whole(client, data)
                    while self.commands == "hang":
                        time.sleep(0.05)
                    if self.commands == "hold":
                        self.held.append(whole)
                    elif self.commands == "lose answer":
                        up.sendall(whole)
                        up.recv(1)
                    break
                is_frame = state["is_socket"] and not LIVE.match(data)
                state["swallows"] |= is_frame and self.sockets == "begin"
                if not (is_frame and (state["swallows"] or self.is_mute)):
                    up.sendall(data)
        for end in (client, up):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            self._ends.discard(end)

    def _answer(self, client: socket.socket, up: socket.socket, state: dict[str, bool]) -> None:
        is_head = True
        with suppress(OSError):
            while data := up.recv(SIZE):
                if state["lost"] or self.is_cut:
                    break
                if state["is_socket"] and self.is_mute:
                    continue
                if state["swallows"] or state.get("closes"):
                    head, end, _ = data.partition(b"\r\n\r\n")
                    if is_head:
                        client.sendall(head + end)
                    is_head = False
                    if state.get("closes"):
                        break
                    continue
                is_head = False
                client.sendall(data)
        if not state["swallows"]:
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _whole(client: socket.socket, data: bytes) -> bytes:
        head, end, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        while length is not None and len(body) < int(length[1]):
            body += client.recv(SIZE)
        return head + end + body
