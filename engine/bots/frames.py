"""How two processes hand each other bytes through a pipe: each message with its length before it."""

from typing import IO

LENGTH = 4
"""So many bytes say how long a message is."""


def put(stream: IO[bytes], message: bytes) -> None:
    """Writes a message. Raises OSError when nobody reads any more."""
    stream.write(len(message).to_bytes(LENGTH, "big") + message)
    stream.flush()


def take(stream: IO[bytes]) -> bytes | None:
    """The next message, after a wait for it; None when there will be none, or only a part of one came."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    return message if len(message) == length else None
