"""End of a tunnel on this machine: a listener that nothing else uses.

On POSIX systems it is a socket in a folder that only this user may enter. So no other user can pretend to be the
tunnel. Windows has a port of loopback."""

import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BACKLOG = 512


@dataclass(frozen=True, slots=True)
class Listener:
    """The inner end of a tunnel."""

    socket: socket.socket
    where: str
    """The socket's path, or address and port."""
    port: int | None = None
    """The port of loopback; None for a socket with a path."""


def is_from_tunnel(scope: Mapping[str, Any], port: int | None) -> bool:
    """Return whether a connection came through the tunnel's listener.

    Only there a client has no address. ``port`` is that of the listener, None for a socket with a path."""
    if port is None:
        return scope.get("client") is None
    server = scope.get("server")
    return server is not None and server[1] == port


@contextmanager
def open_listener() -> Iterator[Listener]:
    """Open the inner end of a tunnel, and remove it at the end. Raises OSError."""
    if not hasattr(socket, "AF_UNIX"):
        with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listening:
            port = listening.getsockname()[1]
            yield Listener(listening, f"127.0.0.1:{port}", port)
        return
    with tempfile.TemporaryDirectory(prefix="signet-") as folder, socket.socket(socket.AF_UNIX) as listening:
        path = Path(folder) / "tunnel"
        listening.bind(str(path))
        listening.listen(BACKLOG)
        yield Listener(listening, str(path))
