"""Mailboxes: a pair of sockets that keeps messages apart, each the head of a request, and with it a connection's
descriptor. Only who inherits an end can put anything in or take it out."""

import socket
import sys

MOST_BYTES = 32_768
"""The longest head of a request that is handed on."""

if sys.platform == "win32":

    def pair() -> tuple[socket.socket, socket.socket]:
        """There is none here. Raises OSError."""
        raise OSError("no descriptor can be handed on here")

    def send(out: socket.socket, head: bytes, connection: int) -> None:
        """Raises OSError."""
        raise OSError("no descriptor can be handed on here")

    def received(inbox: socket.socket) -> tuple[bytes, list[int]]:
        """Raises BlockingIOError."""
        raise BlockingIOError

else:

    def pair() -> tuple[socket.socket, socket.socket]:
        """The end that is read and the end that is written. Raises OSError."""
        # macOS keeps messages apart in the other kind alone
        kind = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
        both = socket.socketpair(socket.AF_UNIX, kind)
        for end in both:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 * MOST_BYTES)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 * MOST_BYTES)
        return both

    def send(out: socket.socket, head: bytes, connection: int) -> None:
        """Puts in a head and a connection, by its descriptor. Raises OSError when it is full."""
        socket.send_fds(out, [head], [connection])

    def received(inbox: socket.socket) -> tuple[bytes, list[int]]:
        """The next head, and its connection's descriptor, of which there is none where too many are open. Raises
        BlockingIOError when there is none."""
        head, given, _, _ = socket.recv_fds(inbox, MOST_BYTES, 1)
        return head, given
