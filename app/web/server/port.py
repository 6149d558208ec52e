"""The socket that a server listens on."""

import socket
import sys

BACKLOG = 2048
DEAD_PEER_MS = 30_000
"""Milliseconds the kernel waits for a peer that acknowledges nothing."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one. Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":
            # connections inherit it: half-open ones do not stay for a quarter of an hour
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening
