"""How two processes hand each other bytes through a pipe: each message with its length before it."""

import os
from typing import IO

READY = b"ready"
"""The first message of a process that answers: from then on it can be asked."""

LENGTH = 4
"""So many bytes say how long a message is."""


def put(stream: IO[bytes], message: bytes) -> None:
    """Writes a message. Raises OSError when nobody reads any more."""
    stream.write(len(message).to_bytes(LENGTH, "big"))
    # a message of its own: joined to its length, a long one would be in memory twice
    stream.write(message)
    stream.flush()


def take(stream: IO[bytes]) -> bytes | None:
    """The next message, after a wait for it; None when there will be none, or only a part of one came."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    return message if len(message) == length else None


def take_over_output() -> IO[bytes]:
    """The stream for answers. Whatever else this process writes goes nowhere from now on: it could be a secret."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return answers
