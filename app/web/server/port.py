"""The socket that a server listens on."""

import socket
import sys

from app.network import EVERY_IPV4
from app.origin import EVERYWHERE

BACKLOG = 2048
DEAD_PEER_MS = 30_000
"""Milliseconds the kernel waits for a peer that acknowledges nothing."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one.

    ``::`` stands for every address, of IPv4 too; without IPv6 it is ``0.0.0.0``. Raises OSError."""
    if host == EVERYWHERE and not socket.has_dualstack_ipv6():
        host = EVERY_IPV4
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == EVERYWHERE:
            # on by default on Windows and some BSDs
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        if sys.platform == "linux":
            # connections inherit it: half-open ones do not stay for a quarter of an hour
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening
